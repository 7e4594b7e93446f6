import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingFailed } from '@debrief/contracts/events/recording';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { dropAnalysisRequests } from '../work/request-analysis.ts';
import { analyzingRecordings } from './analyzing-recordings.ts';

/**
 * Ends each recording's present attempt FAILED for the reason coaching gave. This service's own events arrive here as
 * well and are of recordings that are finished.
 * @returns how many recordings are finished by it.
 */
export async function failRecordings(
  tx: Tx<Tables>,
  events: readonly PayloadOf<typeof recordingFailed>[],
): Promise<number> {
  const results = events.filter(({ stage }) => stage === 'coaching');
  if (results.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    with ${analyzingRecordings(results.map(({ recording }) => recording))}
    update recordings r set
      status = 'FAILED', status_since = clock_timestamp(), error = result.error::json,
      finished_at = clock_timestamp(), due_at = null
    from held
    join unnest(${results.map(({ error }) => JSON.stringify(error))}::text[])
      with ordinality as result (error, ord) on result.ord = held.ord
    where r.integration_id = held.integration_id and r.id = held.id
    returning r.id
  `.execute(tx);
  await dropAnalysisRequests(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
