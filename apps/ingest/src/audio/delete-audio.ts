import { isAmong } from '@debrief/database/leased-work';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export interface RecordingKey {
  readonly integration_id: string;
  readonly id: string;
}

/** Makes kept audio unreadable at once, and has its files and what was uploaded deleted, whatever happens to this process. */
export async function deleteAudio(tx: Tx<Tables>, keys: readonly RecordingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with r as (
      select r.integration_id, r.id, r.audio_asked,
        case when r.recording_url like 'upload:%' then r.recording_url end as upload
      from recordings r where ${isAmong(keys)}
    ),
    gone as (
      delete from audio using r where audio.integration_id = r.integration_id and audio.recording_id = r.id
    )
    insert into audio_removals (integration_id, recording_id, upload)
    select r.integration_id, r.id, r.upload from r where r.audio_asked or r.upload is not null
    on conflict (integration_id, recording_id) do update set
      due_at = clock_timestamp(), looks = 0, upload = coalesce(excluded.upload, audio_removals.upload)
  `.execute(tx);
}
