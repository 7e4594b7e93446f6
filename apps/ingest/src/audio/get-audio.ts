import { AUDIO_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { getAudio as operation } from '@debrief/contracts/operations/ingest-audio';
import { AUDIO_TYPE } from '@debrief/contracts/resources/audio';
import { isoInstant } from '@debrief/database/instants';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { notFound, recordingOfEach } from '../recordings/recording-lookup.ts';
import type { Db } from '../tables.ts';
import { type AudioKeeping, audioDays } from './keep-days.ts';

interface Found {
  recording_id: string | null;
  key: string | null;
  bytes: number;
  duration_seconds: number;
  peaks: string[];
  delete_after: string;
}

/** Says where kept audio is: not past its time, though it may lie there for some minutes more. */
export function getAudio(db: Db, { days }: AudioKeeping) {
  return handle(operation, async (items) => {
    const deleteAfter = sql`a.created_date + make_interval(days => ${audioDays(sql`a.integration_id`, days)})`;
    const { rows } = await sql<Found>`
      select r.id as recording_id, a.key, a.bytes::float8 as bytes, a.duration_seconds, a.peaks,
        ${isoInstant('a.delete_after')} as delete_after
      from ${recordingOfEach(items)}
      left join lateral (
        select a.*, ${deleteAfter} as delete_after from audio a
        where a.integration_id = r.integration_id and a.recording_id = r.id
      ) a on a.delete_after > clock_timestamp()
      order by item.ord
    `.execute(db);
    return rows.map(({ recording_id, key, ...audio }, index) => {
      if (recording_id === null) return notFound(items[index]);
      if (key === null) return { error: new DebriefError(AUDIO_NOT_FOUND) };
      const channels = audio.peaks.length;
      return { ok: { recording_id, key, ...audio, channels, content_type: AUDIO_TYPE } };
    });
  });
}
