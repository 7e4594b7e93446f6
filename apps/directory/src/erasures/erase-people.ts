import type { Caller } from '@debrief/contracts/caller';
import { CONTACT_NOT_FOUND, DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import type { Erasure } from '@debrief/contracts/events/erasures';
import {
  eraseContact as contactOperation,
  eraseUser as userOperation,
} from '@debrief/contracts/operations/erasures';
import { recordAudit } from '@debrief/database/audit';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { contactsByIdentifier } from '../contacts/get-contact.ts';
import { retryTransaction } from '../retry-lost-race.ts';
import type { Tables } from '../tables.ts';
import { usersByIdentifier } from '../users/get-user.ts';
import { deleteContact, deleteUser } from './delete-people.ts';
import { requestErasure } from './request-erasure.ts';

export function eraseContact(db: Kysely<Tables>, requested: () => void): OperationHandler {
  return handleWrite(contactOperation, async ({ caller, input }) => {
    const { integration_id } = caller;
    const erasure = await retryTransaction(db, async (tx): Promise<Erasure> => {
      const id = await findId(tx, contactsByIdentifier([{ caller, identifier: input }]));
      const words = id === null ? null : await deleteContact(tx, integration_id, id);
      if (id === null || words === null) throw new DebriefError(CONTACT_NOT_FOUND);
      return request(tx, caller, {
        integration_id,
        kind: 'contact',
        subject_id: id,
        with_recordings: true,
        words,
      });
    });
    requested();
    return { ok: erasure };
  });
}

export function eraseUser(db: Kysely<Tables>, requested: () => void): OperationHandler {
  return handleWrite(userOperation, async ({ caller, input }) => {
    const { integration_id } = caller;
    const { identifier, with_recordings } = input;
    const erasure = await retryTransaction(db, async (tx): Promise<Erasure> => {
      const id = await findId(tx, usersByIdentifier([{ caller, identifier }]));
      const words = id === null ? null : await deleteUser(tx, integration_id, id);
      if (id === null || words === null) throw new DebriefError(USER_NOT_FOUND);
      return request(tx, caller, { integration_id, kind: 'user', subject_id: id, with_recordings, words });
    });
    requested();
    return { ok: erasure };
  });
}

async function findId(tx: Tx<Tables>, rows: RawBuilder<unknown>): Promise<string | null> {
  const found = await sql<{ id: string | null }>`select r.id from ${rows}`.execute(tx);
  return found.rows[0]?.id ?? null;
}

async function request(
  tx: Tx<Tables>,
  caller: Caller,
  subject: Omit<Erasure, 'erasure_id'>,
): Promise<Erasure> {
  const erasure = { erasure_id: uuidv7(), ...subject };
  await requestErasure(tx, erasure);
  const { kind, subject_id, with_recordings } = subject;
  await recordAudit(tx, 'directory', caller, {
    ...{ action: `${kind}.erased`, target: subject_id, details: { with_recordings } },
  });
  return erasure;
}
