import type { Erasure } from '@debrief/contracts/events/erasures';
import type { Round } from '@debrief/database/loop';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { WorkSettings } from '../work/work-settings.ts';
import { deleteRecordings, lockRecordings } from './delete-texts.ts';
import { removeUserName } from './remove-user-name.ts';

const BATCH_ROWS = 100;

/** One batch of what ingest holds of an erased recording, contact or user. */
export function eraseSubject(settings: WorkSettings) {
  return async (tx: Tx<Tables>, erasure: Erasure): Promise<Round> => {
    if (erasure.kind === 'user' && !erasure.with_recordings) return removeUserName(tx, settings, erasure);
    const keys = await lockRecordings(tx, erasure.integration_id, isOf(erasure), BATCH_ROWS);
    await deleteRecordings(tx, keys);
    return keys.length === 0 ? 'done' : 'more';
  };
}

/** Whether files of erased recordings are still to be deleted: of which erasure they are is not kept. */
export async function isAudioLeft(tx: Tx<Tables>, { integration_id }: Erasure): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from audio_removals where integration_id = ${integration_id}) as left
  `.execute(tx);
  return rows[0]?.left === true;
}

function isOf({ kind, subject_id }: Erasure): RawBuilder<boolean> {
  if (kind === 'recording') return sql`r.id = ${subject_id}`;
  return kind === 'contact' ? sql`r.contact_id = ${subject_id}` : sql`r.user_id = ${subject_id}`;
}
