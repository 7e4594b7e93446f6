import { countRemovals as operation } from '@debrief/contracts/operations/ingest-audio';
import { handleEach } from '@debrief/messaging/handle-each';
import { sql } from 'kysely';
import { type AudioKeeping, audioDays } from '../audio/keep-days.ts';
import type { Db } from '../tables.ts';

const COUNTED_TO = 10_000;

/** Counts what `removeOldTexts` and `removeOldAudio` would remove by other settings and leave by those there are. */
export function countRemovals(db: Db, { days }: AudioKeeping) {
  return handleEach(operation, async ({ caller: { integration_id }, input: { text_days, audio_days } }) => {
    const { rows } = await sql<{ texts: number; audio: number }>`
      select (
        select count(*)::integer from (
          select from transcripts t join recordings r on r.integration_id = t.integration_id and r.id = t.recording_id
          where t.integration_id = ${integration_id} and r.finished_at is not null
            and t.created_date < now() - make_interval(days => ${text_days}::integer)
            and t.created_date >= coalesce(now() - make_interval(days => (
              select i.text_days from integrations i where i.integration_id = ${integration_id}
            )), '-infinity')
          limit ${COUNTED_TO}
        ) old
      ) as texts, (
        select count(*)::integer from (
          select from audio a
          where a.integration_id = ${integration_id} and a.key is not null and a.created_date
            < now() - make_interval(days => least(coalesce(${audio_days}::integer, ${days}::integer), ${text_days}::integer))
            and a.created_date >= now() - make_interval(days => ${audioDays(sql`${integration_id}`, days)})
          limit ${COUNTED_TO}
        ) old
      ) as audio
    `.execute(db);
    return { ok: { texts: 0, audio: 0, ...rows[0], counted_to: COUNTED_TO } };
  });
}
