import type { User } from '@debrief/contracts/resources/user';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { LostRace } from '../contested.ts';
import { type Agent, newAgent } from '../submissions/merge-submissions.ts';
import { resolvePeople } from '../submissions/resolve-statement.ts';
import type { Tables } from '../tables.ts';
import { userBody } from '../users/user-view.ts';
import { type InvitationRow, invitationColumns } from './invitation-view.ts';
import { integrationOfToken } from './token.ts';

/** @returns the invitation of each token, in their order, locked until the transaction ends. */
export async function lockInvitations(
  tx: Tx<Tables>,
  tokens: readonly string[],
): Promise<(InvitationRow | undefined)[]> {
  const { rows } = await sql<InvitationRow & { place: number }>`
    select item.place, ${invitationColumns}
    from unnest(${tokens.map(integrationOfToken)}::uuid[], ${tokens.map(storable)}::text[])
      with ordinality as item (integration_id, token, place)
    join invitations i on i.integration_id = item.integration_id and i.token = item.token
    order by i.integration_id, i.id
    for no key update of i
  `.execute(tx);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return tokens.map((_, index) => byPlace.get(index + 1));
}

/** Makes the invited people users, as a call of theirs would. @returns the user id of each, in their order. */
export async function resolveInvited(
  tx: Tx<Tables>,
  invitations: readonly InvitationRow[],
): Promise<string[]> {
  const agents = new Map<string, Agent>();
  for (const invitation of invitations) {
    const key = personKey(invitation);
    if (!agents.has(key)) agents.set(key, agentOf(invitation));
  }
  const keys = [...agents.keys()];
  const userIds = new Map<string, string>();
  for (const { kind, place, id } of await resolvePeople(tx, [...agents.values()], [])) {
    if (kind === 'user' && id === null) throw new LostRace('another batch has just claimed the external id');
    userIds.set(keys[place - 1] as string, id as string);
  }
  return invitations.map((invitation) => userIds.get(personKey(invitation)) as string);
}

export async function markAccepted(
  tx: Tx<Tables>,
  invitations: readonly InvitationRow[],
  userIds: readonly string[],
): Promise<void> {
  await sql`
    update invitations set status = 'ACCEPTED', ended_date = now(), accepted_user_id = item.user_id
    from unnest(
      ${invitations.map(({ integration_id }) => integration_id)}::uuid[],
      ${invitations.map(({ id }) => id)}::uuid[],
      ${userIds}::uuid[]
    ) as item (integration_id, id, user_id)
    where invitations.integration_id = item.integration_id and invitations.id = item.id
  `.execute(tx);
}

/** @returns the user of each accepted invitation, by the invitation's id. */
export async function acceptedUsers(
  tx: Tx<Tables>,
  invitations: readonly InvitationRow[],
): Promise<Map<string, User>> {
  const accepted = invitations.filter(({ status }) => status === 'ACCEPTED');
  const { rows } = await sql<{ invitation_id: string; body: string }>`
    select item.invitation_id, ${userBody} as body
    from unnest(
      ${accepted.map(({ integration_id }) => integration_id)}::uuid[],
      ${accepted.map(({ id }) => id)}::uuid[],
      ${accepted.map(({ accepted_user_id }) => accepted_user_id)}::uuid[]
    ) as item (integration_id, invitation_id, user_id)
    join users r on r.integration_id = item.integration_id and r.id = item.user_id
  `.execute(tx);
  return new Map(rows.map(({ invitation_id, body }) => [invitation_id, JSON.parse(body) as User]));
}

/** What is no token is no text for Postgres either, which refuses NUL. */
function storable(token: string): string | null {
  return integrationOfToken(token) === null ? null : token;
}

/** UUIDs have one length, so that no other pair can make the same text. */
function personKey({ integration_id, external_user_id }: InvitationRow): string {
  return integration_id + external_user_id;
}

function agentOf({ integration_id, external_user_id, email, name, first_name }: InvitationRow): Agent {
  return newAgent(integration_id, {
    external_user_id,
    user_name: name ?? first_name ?? email,
    user_email: email,
  });
}
