import { DebriefError, INVITATION_NOT_FOUND, INVITATION_NOT_PENDING } from '@debrief/contracts/errors';
import { acceptInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import type { User } from '@debrief/contracts/resources/user';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { LostRace, retryTransaction } from '../retry-lost-race.ts';
import { newAgent } from '../submissions/merge-submissions.ts';
import { resolvePeople } from '../submissions/resolve-people.ts';
import type { Tables } from '../tables.ts';
import { userBody } from '../users/user-view.ts';
import type { InvitationKey, InvitationLinks } from './invitation-links.ts';
import { lockInvitation } from './invitation-queries.ts';
import { type InvitationRow, invitationView } from './invitation-view.ts';

/** Accepting again answers with the same user, also when their external id has changed since. */
export function acceptInvitation(
  db: Kysely<Tables>,
  { links }: { links: InvitationLinks },
  wakeOutbox: () => void,
): OperationHandler {
  return handleWrite(operation, async ({ input }) => {
    const { row, user } = await retryTransaction(db, (tx) => accept(tx, links.open(input.token)));
    wakeOutbox();
    return { ok: { invitation: invitationView(row, links), user } };
  });
}

async function accept(
  tx: Tx<Tables>,
  key: InvitationKey | null,
): Promise<{ row: InvitationRow; user: User }> {
  const row = key === null ? undefined : await lockInvitation(tx, key);
  if (row === undefined) throw new DebriefError(INVITATION_NOT_FOUND);
  const integrationId = row.integration_id;
  const { status, accepted_user_id } = row;
  if (status === 'ACCEPTED')
    return { row, user: await getUserById(tx, integrationId, accepted_user_id as string) };
  if (status !== 'PENDING') throw new DebriefError(INVITATION_NOT_PENDING, { status });
  const userId = await resolveInvited(tx, row);
  await tx
    .updateTable('invitations')
    .set({ status: 'ACCEPTED', ended_date: sql<string>`now()`, accepted_user_id: userId })
    .where('integration_id', '=', integrationId)
    .where('id', '=', row.id)
    .execute();
  return { row: { ...row, status: 'ACCEPTED' }, user: await getUserById(tx, integrationId, userId) };
}

/** Finds or creates the user, as a submission with this external id and e-mail would. @returns the user's id. */
async function resolveInvited(tx: Tx<Tables>, row: InvitationRow): Promise<string> {
  const agent = newAgent(row.integration_id, {
    external_user_id: row.external_user_id,
    user_name: row.name ?? row.first_name ?? row.email,
    user_email: row.email,
  });
  const [resolved] = await resolvePeople(tx, [agent], []);
  if (resolved?.id == null) throw new LostRace('a submission has just claimed the external id');
  return resolved.id;
}

async function getUserById(tx: Tx<Tables>, integrationId: string, id: string): Promise<User> {
  const { rows } = await sql<{ body: string }>`
    select ${userBody} as body from users r where r.integration_id = ${integrationId} and r.id = ${id}
  `.execute(tx);
  // Removed since: their invitation goes soon, too.
  if (rows[0] === undefined) throw new DebriefError(INVITATION_NOT_FOUND);
  return JSON.parse(rows[0].body);
}
