import { integrationsWith } from '@debrief/database/leased-work';
import type { Round } from '@debrief/database/loop';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { deleteAudio, type RecordingKey } from './delete-audio.ts';
import { type AudioKeeping, audioDays } from './keep-days.ts';

const BATCH_ROWS = 100;

/** One batch of audio of each integration that is older than it is kept. */
export async function removeOldAudio(db: Db, { days }: AudioKeeping, now: Date): Promise<Round> {
  const { rows: integrations } = await sql<{ integration_id: string; before: string }>`
    with recursive ${integrationsWith('kept', sql.table('audio'), sql`true`)}
    select kept.integration_id,
      ${now.toISOString()}::timestamptz - make_interval(days => ${audioDays(sql`kept.integration_id`, days)}) as before
    from kept where kept.integration_id is not null
  `.execute(db);
  let round: Round = 'done';
  for (const { integration_id, before } of integrations) {
    const count = await transaction(db, async function removeBatch(tx) {
      const { rows } = await sql<RecordingKey>`
        select a.integration_id, a.recording_id as id from audio a
        where a.integration_id = ${integration_id} and a.created_date < ${before}::timestamptz
        order by a.created_date
        limit ${BATCH_ROWS}
        for update skip locked
      `.execute(tx);
      await deleteAudio(tx, rows);
      return rows.length;
    });
    if (count === BATCH_ROWS) round = 'more';
  }
  return round;
}
