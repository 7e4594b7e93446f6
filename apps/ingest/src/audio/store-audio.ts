import { parseAudioKey } from '@debrief/audio-store/audio-key';
import type { AudioOutcome } from '@debrief/contracts/resources/audio';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { AttemptKey } from '../pipeline/analyzing-recordings.ts';
import type { Tables } from '../tables.ts';

/** What became of the audio of an attempt. */
export interface AttemptAudio extends AttemptKey {
  audio: AudioOutcome | undefined;
}

/**
 * Records what became of the audio of recordings that this transaction has locked and transcribed. An earlier file of a
 * recording is named by nothing from then on, so that it is deleted as a stray one.
 */
export async function storeAudio(tx: Tx<Tables>, attempts: readonly AttemptAudio[]): Promise<void> {
  const rows = attempts.flatMap(({ audio, ...key }): object[] => {
    if (audio === undefined) return [];
    const row = { integration_id: key.integration_id, recording_id: key.recording_id };
    if ('fault' in audio) return [{ ...row, fault: audio.fault }];
    // Whoever asks for the audio of a recording must not be led to that of another.
    if (!isOf(audio.key, key)) return [{ ...row, fault: 'other_store' }];
    return [{ ...row, ...audio }];
  });
  if (rows.length === 0) return;
  await sql`
    insert into audio (integration_id, recording_id, key, fault, bytes, duration_seconds, peaks, created_date)
    select r.integration_id, r.id, a.key, a.fault, a.bytes, a.duration_seconds, a.peaks, r.created_date
    from json_populate_recordset(null::audio, ${JSON.stringify(rows)}::json) a
    join recordings r on r.integration_id = a.integration_id and r.id = a.recording_id
    on conflict (integration_id, recording_id) do update set
      key = excluded.key, fault = excluded.fault, bytes = excluded.bytes,
      duration_seconds = excluded.duration_seconds, peaks = excluded.peaks
  `.execute(tx);
}

function isOf(key: string, { integration_id, recording_id, attempt }: AttemptKey): boolean {
  const owner = parseAudioKey(key);
  return (
    !key.endsWith('.part') &&
    owner?.integration_id === integration_id &&
    owner.recording_id === recording_id &&
    owner.attempt === attempt
  );
}
