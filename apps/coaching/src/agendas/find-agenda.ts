import type { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { agendaBody } from './agenda-view.ts';

/** An agenda as the REST API answers it. */
export async function findAgenda(
  db: Db,
  integrationId: string,
  id: string,
  webAppUrl: string,
): Promise<CoachingAgenda | null> {
  const { rows } = await sql<{ body: string }>`
    select ${agendaBody(webAppUrl)} as body
    from agendas a
    join periods p on p.integration_id = a.integration_id and p.id = a.period_id
    where a.integration_id = ${integrationId} and a.id = ${id}
  `.execute(db);
  return rows[0] === undefined ? null : (JSON.parse(rows[0].body) as CoachingAgenda);
}
