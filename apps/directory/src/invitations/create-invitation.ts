import {
  DebriefError,
  INVITATION_CONFLICT,
  UNKNOWN_INVITER,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import { createInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { type InvitationRole, inviterViolations } from '@debrief/contracts/resources/invitation';
import { addJob } from '@debrief/database/jobs';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { takeMail } from '../mail/take-mail.ts';
import { foldCase } from '../match-keys.ts';
import { LostRace, retryTransaction } from '../retry-lost-race.ts';
import type { Tables } from '../tables.ts';
import type { InvitationLinks } from './invitation-links.ts';
import { expirePending, findPending, insertInvitation, lockInvitationOrder } from './invitation-queries.ts';
import { type InvitationRow, invitationView } from './invitation-view.ts';
import { invitationJob } from './send-invitation.ts';

type Given = Item<typeof operation>;

export interface InvitationRules {
  /** From creation until it expires. */
  days: number;
  links: InvitationLinks;
}

/**
 * Creates an invitation, or answers with the pending one for the e-mail. A unique index allows one pending invitation
 * for an e-mail, however many requests and processes ask for it at once.
 */
export function createInvitation(db: Kysely<Tables>, { days, links }: InvitationRules): OperationHandler {
  return handleWrite(operation, async (item) => {
    const { created, row } = await retryTransaction(db, async (tx) => {
      const { integration_id } = item.caller;
      const invited_by_user_id = await getInviter(tx, item);
      return invite(tx, { ...item.input, integration_id, invited_by_user_id }, days);
    });
    return { ok: { created, invitation: invitationView(row, links) } };
  });
}

interface Invited {
  integration_id: string;
  email: string;
  external_user_id: string;
  name?: string | null;
  first_name?: string | null;
  role?: InvitationRole | null;
  invited_by_user_id: string;
}

export async function invite(
  tx: Tx<Tables>,
  given: Invited,
  days: number,
): Promise<{ created: boolean; row: InvitationRow }> {
  const { integration_id, email, external_user_id, name = null, first_name = null, role } = given;
  const { invited_by_user_id } = given;
  const email_key = foldCase(email);
  const at = await lockInvitationOrder(tx, integration_id);
  await expirePending(tx, { integration_id, email_key, at });
  const invited = {
    integration_id,
    email,
    email_key,
    external_user_id,
    name,
    first_name,
    invited_by_user_id,
  };
  const created = await insertInvitation(tx, { ...invited, role: role ?? 'MEMBER' }, { at, days });
  if (created !== undefined) {
    const refusal = await takeMail(tx, integration_id);
    if (refusal !== null) throw refusal;
    await addJob(
      tx,
      invitationJob,
      { integration_id, invitation_id: created.id, mail: 1 },
      { key: created.id },
    );
    return { created: true, row: created };
  }
  const pending = await findPending(tx, { integration_id, email_key });
  if (pending === undefined) throw new LostRace('the pending invitation was accepted or revoked meanwhile');
  if (pending.external_user_id !== external_user_id) throw new DebriefError(INVITATION_CONFLICT);
  return { created: false, row: pending };
}

async function getInviter(tx: Tx<Tables>, { caller, input }: Given): Promise<string> {
  const violations = inviterViolations(input);
  if (violations.length > 0) throw new DebriefError(VALIDATION_FAILED, { violations });
  const { invited_by_email: email, invited_by_user_id: id } = input;
  const users = tx.selectFrom('users').select('id').where('integration_id', '=', caller.integration_id);
  const inviter = await (email == null
    ? users.where('id', '=', id as string)
    : users.where('email_key', '=', foldCase(email))
  ).executeTakeFirst();
  if (inviter !== undefined) return inviter.id;
  throw new DebriefError(UNKNOWN_INVITER, {
    field: email == null ? 'invited_by_user_id' : 'invited_by_email',
  });
}
