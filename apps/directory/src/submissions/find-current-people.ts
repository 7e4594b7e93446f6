import { ofEach, prepared } from '@debrief/database/pool';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { givenContactStep } from './contact-steps.ts';
import type { MergedAgent, MergedContact } from './merge-submissions.ts';
import type { ResolvedContact, ResolvedUser } from './resolve-people.ts';

/**
 * The people of a batch of whom nothing is to be written: they are known, and what was given of them is what is stored.
 * That is nearly everybody, so that the statement that could write is seldom sent.
 */
export async function findCurrentPeople(
  db: Kysely<Tables>,
  agents: readonly MergedAgent[],
  contacts: readonly MergedContact[],
): Promise<(ResolvedUser | ResolvedContact)[]> {
  const { rows } = await sql<ResolvedUser | ResolvedContact>`${prepared}
    with ${givenContactStep(contacts)}
    select 'user' as kind, agent.ord, users.id, integrations.source, integrations.source_id,
      null as stage, null as stage_id, false as has_changes
    from unnest(
      ${ofEach(agents, 'uuid', (agent) => agent.integration_id)},
      ${ofEach(agents, 'text', (agent) => agent.external_user_id)},
      ${ofEach(agents, 'text', (agent) => agent.timezone)},
      ${ofEach(agents, 'text', (agent) => agent.picture)}
    ) with ordinality as agent (integration_id, external_user_id, timezone, picture, ord)
    join integrations on integrations.id = agent.integration_id
    join user_identities known
      on known.integration_id = agent.integration_id and known.external_user_id = agent.external_user_id
    join users on users.integration_id = known.integration_id and users.id = known.user_id
    where (agent.timezone is null or agent.timezone = users.timezone)
      and (agent.picture is null or agent.picture = users.picture)
    union all
    select 'contact', ord, stored_id, null, null, stored_stage, stored_stage_id, null
    from contact
    where not differs
  `.execute(db);
  return rows;
}
