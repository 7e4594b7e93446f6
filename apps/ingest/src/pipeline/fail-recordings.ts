import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingFailed } from '@debrief/contracts/events/recording';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { deletePendingWork } from '../dispatch/work-messages.ts';
import type { Tables } from '../tables.ts';
import { dueRecordings } from './due-recordings.ts';

type Failed = PayloadOf<typeof recordingFailed>;

/**
 * Ends each recording's present attempt FAILED for the reason a stage gave. What is finished stays as it is; so
 * this service's own event of a recording that timed out, which arrives here as well, changes nothing.
 * @returns how many recordings are finished by it.
 */
export async function failRecordings(tx: Tx<Tables>, results: readonly Failed[]): Promise<number> {
  const { rows } = await sql<{ recording_id: string; attempt: number }>`
    with ${dueRecordings(results, isInThatStage(results))}
    update recordings r set
      status = 'FAILED', error = result.error::json, finished_at = now(), lease_until = null
    from due
    join unnest(${results.map(({ error }) => JSON.stringify(error))}::text[])
      with ordinality as result (error, ord) on result.ord = due.ord
    where r.integration_id = due.integration_id and r.id = due.id
    returning r.id as recording_id, r.attempt
  `.execute(tx);
  await deletePendingWork(
    tx,
    rows.map((recording) => ({ recording })),
  );
  return rows.length;
}

/** Transcription may work on a message twice; a failure of the second time does not undo a stored transcript. */
function isInThatStage(results: readonly Failed[]): RawBuilder<boolean> {
  const stages = results.map(({ stage }) => stage);
  return sql`(r.transcribed_at is null or (${stages}::text[])[result.ord::integer] <> 'transcription')`;
}
