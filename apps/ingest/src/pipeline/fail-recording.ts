import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingFailed } from '@debrief/contracts/events/recording';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { withdrawWork } from '../dispatch/withdraw-work.ts';
import type { Tables } from '../tables.ts';

/**
 * Ends the recording's present attempt FAILED for the reason a stage gave. What is finished stays as it is, and so
 * does this service's own announcement of a recording that ran out of time, which comes by here as well.
 * @returns whether the recording is finished by it.
 */
export async function failRecording(
  tx: Tx<Tables>,
  { recording, error }: PayloadOf<typeof recordingFailed>,
): Promise<boolean> {
  const { rows } = await sql<{ id: string; attempt: number }>`
    update recordings set status = 'FAILED', error = ${JSON.stringify(error)}::json, finished_at = now(),
      progress = least(progress, 99), lease_until = null
    where integration_id = ${recording.integration_id} and id = ${recording.recording_id}
      and attempt = ${recording.attempt} and finished_at is null
    returning id, attempt
  `.execute(tx);
  await withdrawWork(tx, rows);
  return rows.length > 0;
}
