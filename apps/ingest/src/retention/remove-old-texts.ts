import type { Round } from '@debrief/database/loop';
import { type Tx, transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { RecordingKey } from '../audio/delete-audio.ts';
import { deleteTexts } from '../erasures/delete-texts.ts';
import type { Db, Tables } from '../tables.ts';

const BATCH_ROWS = 100;

/**
 * One batch of transcripts that are older than their integration keeps them, each with all that carries it. What is not
 * finished keeps its own until it is: it ends within WAIT_DAYS.
 */
export async function removeOldTexts(db: Db, now: Date): Promise<Round> {
  const { rows: integrations } = await sql<{ integration_id: string; before: string }>`
    select i.integration_id, ${now.toISOString()}::timestamptz - make_interval(days => i.text_days) as before
    from integrations i where i.text_days is not null
  `.execute(db);
  let round: Round = 'done';
  for (const { integration_id, before } of integrations) {
    const count = await transaction(db, async function removeBatch(tx) {
      const keys = await lockOld(tx, integration_id, before);
      await deleteTexts(tx, keys);
      return keys.length;
    });
    if (count === BATCH_ROWS) round = 'more';
  }
  return round;
}

async function lockOld(tx: Tx<Tables>, integrationId: string, before: string): Promise<RecordingKey[]> {
  const { rows } = await sql<RecordingKey>`
    select r.integration_id, r.id
    from transcripts t
    join recordings r on r.integration_id = t.integration_id and r.id = t.recording_id
    where t.integration_id = ${integrationId} and t.created_date < ${before}::timestamptz
      and r.finished_at is not null
    order by t.created_date
    limit ${BATCH_ROWS}
    for update of r skip locked
  `.execute(tx);
  return rows;
}
