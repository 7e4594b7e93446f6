import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, INVITATION_NOT_FOUND, INVITATION_NOT_PENDING } from '@debrief/contracts/errors';
import { revokeInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { InvitationLinks } from './invitation-links.ts';
import { lockInvitation } from './invitation-queries.ts';
import { type InvitationRow, invitationView } from './invitation-view.ts';

export function revokeInvitation(
  db: Kysely<Tables>,
  { links }: { links: InvitationLinks },
): OperationHandler {
  return handleWrite(operation, async ({ input }) => {
    const row = await transaction(db, (tx) => revoke(tx, input));
    return { ok: invitationView(row, links) };
  });
}

export async function revoke(
  tx: Tx<Tables>,
  { integration_id, id }: InputOf<typeof operation>,
): Promise<InvitationRow> {
  const row = await lockInvitation(tx, { integration_id, id });
  if (row === undefined) throw new DebriefError(INVITATION_NOT_FOUND);
  const { status } = row;
  if (status === 'REVOKED') return row;
  if (status !== 'PENDING') throw new DebriefError(INVITATION_NOT_PENDING, { status });
  await tx
    .updateTable('invitations')
    .set({ status: 'REVOKED', ended_date: sql<string>`now()` })
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .execute();
  return { ...row, status: 'REVOKED' };
}
