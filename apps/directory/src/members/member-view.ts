import type { Member } from '@debrief/contracts/resources/member';
import { isoInstant } from '@debrief/database/instants';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** The members `m` with their accounts, the oldest first. */
export async function findMembers(db: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select m.id, json_build_object('id', a.id, 'email', a.email, 'name', a.name) as account,
      m.organization_id, m.integration_id, m.role, ${isoInstant('m.created_date')} as created_date
    from memberships m join accounts a on a.id = m.account_id
    where ${condition}
    order by m.created_date, m.id
  `.execute(db);
  return rows;
}
