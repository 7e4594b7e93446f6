import { type IntegrationCaller, onlyUserOf } from '@debrief/contracts/caller';
import type { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { agendaBody } from './agenda-view.ts';

/** An agenda as the REST API answers it; null also for a member whose it is not. */
export async function findAgenda(
  db: Db,
  caller: Pick<IntegrationCaller, 'integration_id' | 'role' | 'user_id'>,
  id: string,
  webAppUrl: string,
): Promise<CoachingAgenda | null> {
  const onlyUser = onlyUserOf(caller);
  const { rows } = await sql<{ body: string }>`
    select ${agendaBody(webAppUrl)} as body
    from agendas a
    join periods p on p.integration_id = a.integration_id and p.id = a.period_id
    where a.integration_id = ${caller.integration_id} and a.id = ${id}
      and ${onlyUser === null ? sql`true` : sql`a.user_id = ${onlyUser}`}
  `.execute(db);
  return rows[0] === undefined ? null : (JSON.parse(rows[0].body) as CoachingAgenda);
}
