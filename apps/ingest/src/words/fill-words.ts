import type { Round } from '@debrief/database/loop';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Transcripts of hours are MBs. */
const BATCH_ROWS = 50;

/** Stores the words of a batch of the transcripts that were there before words were searched for. */
export async function fillWords(db: Kysely<Tables>): Promise<Round> {
  const { rows } = await sql`
    with filling as (select * from words_filling for update skip locked),
    batch as (
      select t.* from filling, lateral (
        select * from transcripts
        where (integration_id, recording_id) > (filling.after_integration_id, filling.after_recording_id)
        order by integration_id, recording_id limit ${BATCH_ROWS}
      ) t
    ),
    filled as (
      insert into call_words (integration_id, recording_id, created_date, day, words, user_id, contact_id)
      select r.integration_id, r.id, r.created_date, day_of(r.created_date), words_of(t.transcript), r.user_id, r.contact_id
      from batch t join recordings r on r.integration_id = t.integration_id and r.id = t.recording_id
      on conflict do nothing
    ),
    last as (
      select integration_id, recording_id from batch order by integration_id desc, recording_id desc limit 1
    ),
    moved as (
      update words_filling set after_integration_id = last.integration_id, after_recording_id = last.recording_id
      from last where exists (select from filling)
    ),
    ended as (
      delete from words_filling where exists (select from filling) and not exists (select from last)
    )
    select from last
  `.execute(db);
  return rows.length > 0 ? 'more' : 'done';
}
