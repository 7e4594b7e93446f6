import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export interface Agent {
  user_id: string;
  external_user_id: string;
  name: string;
}

/** By the user's id or any external id; where two agents share one, the one that clients see by it. */
export async function findAgent(
  db: Kysely<Tables>,
  integrationId: string,
  user: string,
): Promise<Agent | null> {
  const { rows } = await sql<Agent>`
    select a.user_id, a.external_user_id, a.name from agents a
    where a.integration_id = ${integrationId} and (
      a.user_id::text = lower(${user}) or exists (
        select from agent_mappings m
        where m.integration_id = a.integration_id and m.user_id = a.user_id and m.external_user_id = ${user}
      )
    )
    order by a.external_user_id = ${user} desc, a.user_id
    limit 1
  `.execute(db);
  return rows[0] ?? null;
}
