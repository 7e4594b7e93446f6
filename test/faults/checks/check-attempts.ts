import type { Arena } from '../fault.ts';
import type { BaseStack } from '../stack/stack.ts';

/** No attempt of the load counts: where something else than the recording was at fault. */
export async function checkNothingCounted({ stack, load, broken }: Arena<BaseStack>): Promise<void> {
  const rows = await stack.postgres.query(
    'select failures as counted from ingest.recordings where external_recording_id = any ($1)',
    [load.recordings.map(({ recordingId }) => recordingId)],
  );
  const counted = rows.filter(({ counted }) => counted > 0).length;
  if (counted > 0) broken(`an attempt was counted for ${counted} of ${rows.length} recordings`);
}
