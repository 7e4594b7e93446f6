import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingFailed } from '@debrief/contracts/events/recording';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/**
 * Ends the recording's present attempt FAILED for the reason a stage gave. What is finished stays as it is, and so
 * does this service's own announcement of a recording that ran out of time, which comes by here as well.
 * @returns whether the recording is finished by it.
 */
export async function failRecording(
  db: Db,
  { recording, error }: PayloadOf<typeof recordingFailed>,
): Promise<boolean> {
  const { rows } = await sql`
    update recordings set status = 'FAILED', error = ${JSON.stringify(error)}::json, finished_at = now(),
      progress = least(progress, 99), lease_until = null
    where integration_id = ${recording.integration_id} and id = ${recording.recording_id}
      and attempt = ${recording.attempt} and finished_at is null
    returning id
  `.execute(db);
  return rows.length > 0;
}
