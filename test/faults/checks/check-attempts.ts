import type { Arena } from '../fault.ts';

/** No attempt of the load counts: where something else than the recording was at fault. */
export async function checkNothingCounted({ stack, load, broken, note }: Arena): Promise<void> {
  const rows = await stack.postgres.query(
    `select coalesce((to_jsonb(r) ->> 'failures')::int, (to_jsonb(r) ->> 'tries')::int - 1) as counted
     from ingest.recordings r where external_recording_id = any ($1)`,
    [load.recordings.map(({ recordingId }) => recordingId)],
  );
  if (rows.some(({ counted }) => counted === null))
    note('failures are not counted where they were looked for');
  const counted = rows.filter(({ counted }) => counted > 0).length;
  if (counted > 0) broken(`an attempt was counted for ${counted} of ${rows.length} recordings`);
}
