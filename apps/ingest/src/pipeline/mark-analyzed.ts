import type { PayloadOf } from '@debrief/contracts/define';
import { type recordingAnalyzed, recordingCompleted } from '@debrief/contracts/events/recording';
import { type Kysely, sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';
import { deleteAnalysisRequests } from '../work/request-analysis.ts';
import { analyzingRecordings } from './analyzing-recordings.ts';

/**
 * Makes each recording COMPLETED whose present attempt coaching has stored an analysis of, once, and emits
 * recording.completed in the same statement.
 * @returns how many recordings are finished by it.
 */
export async function markAnalyzed(
  db: Kysely<Tables>,
  results: readonly PayloadOf<typeof recordingAnalyzed>[],
): Promise<number> {
  const { rows } = await sql`
    with ${analyzingRecordings(results.map(({ recording }) => recording))},
    r as (
      update recordings set
        status = 'COMPLETED', status_since = clock_timestamp(), progress = 100, finished_at = clock_timestamp(),
        due_at = null
      from held
      where recordings.integration_id = held.integration_id and recordings.id = held.id
      returning recordings.*
    ),
    dropped as (${deleteAnalysisRequests(sql`select id from r`)}),
    emitted as (
      insert into outbox (subject, message_id, payload)
      select ${recordingCompleted.subject}, concat(r.id, ':', r.attempt, ':completed'),
        json_build_object('recording', ${recordingContext})
      from r
    )
    select from r
  `.execute(db);
  return rows.length;
}
