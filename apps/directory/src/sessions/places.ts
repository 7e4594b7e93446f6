import { DebriefError, INTEGRATION_NOT_FOUND, SESSION_NOT_FOUND } from '@debrief/contracts/errors';
import {
  choosePlace as chooseOperation,
  listPlaces as listOperation,
} from '@debrief/contracts/operations/directory-sessions';
import type { Place } from '@debrief/contracts/resources/member';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { SessionRules } from './new-session.ts';
import { findOpenSession } from './open-sessions.ts';

/**
 * The integrations that the account `a` may be in, each once and as the most that they are there: `integration_id`,
 * `place` as in the contract, and the names that give the order.
 */
export const placesOfAccount: RawBuilder<unknown> = sql`
  select distinct on (i.id) i.id as integration_id, o.name as organization_name, i.name as integration_name,
    json_build_object(
      'organization', json_build_object('id', o.id, 'name', o.name),
      'integration', json_build_object('id', i.id, 'name', i.name),
      'member_id', m.id, 'role', m.role,
      'user_id', coalesce(m.user_id, (
        select users.id from users where users.integration_id = i.id and users.email_key = a.email_key
      ))
    ) as place
  from memberships m
  join integrations i
    on i.organization_id = m.organization_id and (m.integration_id is null or i.id = m.integration_id)
  join organizations o on o.id = i.organization_id
  where m.account_id = a.id
  order by i.id, array_position(array['owner', 'admin', 'member'], m.role)
`;

export function listPlaces(db: Kysely<Tables>, rules: SessionRules): OperationHandler {
  return handleEach(listOperation, async ({ input }) => {
    const session = await findOpenSession(db, input.token_sha256, rules);
    if (session === undefined) return { error: new DebriefError(SESSION_NOT_FOUND) };
    const { rows } = await sql<{ place: Place }>`
      select p.place from accounts a cross join lateral (${placesOfAccount}) p
      where a.id = ${session.account_id}
      order by p.organization_name, p.integration_name, p.integration_id
    `.execute(db);
    return { ok: { data: rows.map(({ place }) => place) } };
  });
}

export function choosePlace(db: Kysely<Tables>, rules: SessionRules): OperationHandler {
  return handleWrite(chooseOperation, async ({ input: { token_sha256, integration_id } }) => {
    const session = await findOpenSession(db, token_sha256, rules);
    if (session === undefined) throw new DebriefError(SESSION_NOT_FOUND);
    const { rows } = await sql`
      update sessions set integration_id = ${integration_id}
      where id = ${session.id} and exists (
        select from accounts a cross join lateral (${placesOfAccount}) p
        where a.id = ${session.account_id} and p.integration_id = ${integration_id}
      )
      returning id
    `.execute(db);
    if (rows.length === 0) throw new DebriefError(INTEGRATION_NOT_FOUND);
    return { ok: {} };
  });
}
