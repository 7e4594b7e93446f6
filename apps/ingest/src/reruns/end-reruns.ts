import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingAnalyzed } from '@debrief/contracts/events/recording';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { deleteAnalysisRequests } from '../work/request-analysis.ts';

/**
 * Ends the reruns whose analyses are stored, or that failed for good; one that was asked for anew meanwhile goes on. The
 * analysis of one that succeeded is of what the transcript says now: a correction asks anew.
 */
export async function endReruns(
  db: Db,
  results: readonly PayloadOf<typeof recordingAnalyzed>[],
): Promise<void> {
  const ended = results.filter(({ rerun_id }) => rerun_id !== undefined);
  if (ended.length === 0) return;
  const result = sql`unnest(
    ${ended.map(({ recording }) => recording.integration_id)}::uuid[],
    ${ended.map(({ recording }) => recording.recording_id)}::uuid[],
    ${ended.map(({ rerun_id }) => rerun_id)}::uuid[],
    ${ended.map(({ rerun_failed }) => rerun_failed === true)}::boolean[]
  ) as result (integration_id, recording_id, rerun_id, has_failed)`;
  await transaction(db, async function end(tx) {
    // Locked as by a correction, which takes the recording, its transcript and its rerun in this order.
    await sql`
      select from recordings r
      where (r.integration_id, r.id) in (
        select t.integration_id, t.recording_id from ${result}
        join transcripts t using (integration_id, recording_id) where not t.is_judged
      )
      order by r.integration_id, r.id
      for no key update
    `.execute(tx);
    await sql`
      with ended as (
        delete from reruns using ${result}
        where reruns.integration_id = result.integration_id and reruns.recording_id = result.recording_id
          and reruns.rerun_id = result.rerun_id
        returning reruns.integration_id, reruns.recording_id, result.has_failed
      ),
      judged as (
        update transcripts t set is_judged = true from ended
        where t.integration_id = ended.integration_id and t.recording_id = ended.recording_id
          and not ended.has_failed and not t.is_judged
      )
      ${deleteAnalysisRequests(sql`select recording_id from ended`)}
    `.execute(tx);
  });
}
