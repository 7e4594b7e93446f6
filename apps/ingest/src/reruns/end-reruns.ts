import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingAnalyzed } from '@debrief/contracts/events/recording';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { deleteAnalysisRequests } from '../work/request-analysis.ts';

/** Ends the reruns whose analyses are stored; one that was asked for anew meanwhile goes on. */
export async function endReruns(
  db: Db,
  results: readonly PayloadOf<typeof recordingAnalyzed>[],
): Promise<void> {
  const ended = results.filter(({ rerun_id }) => rerun_id !== undefined);
  if (ended.length === 0) return;
  await sql`
    with ended as (
      delete from reruns using unnest(
        ${ended.map(({ recording }) => recording.integration_id)}::uuid[],
        ${ended.map(({ recording }) => recording.recording_id)}::uuid[],
        ${ended.map(({ rerun_id }) => rerun_id)}::uuid[]
      ) as result (integration_id, recording_id, rerun_id)
      where reruns.integration_id = result.integration_id and reruns.recording_id = result.recording_id
        and reruns.rerun_id = result.rerun_id
      returning reruns.recording_id
    )
    ${deleteAnalysisRequests(sql`select recording_id from ended`)}
  `.execute(db);
}
