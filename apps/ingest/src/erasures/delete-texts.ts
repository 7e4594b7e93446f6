import { isAmong } from '@debrief/database/leased-work';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { deleteAudio, type RecordingKey } from '../audio/delete-audio.ts';
import type { Tables } from '../tables.ts';
import { dropAnalysisRequests } from '../work/request-analysis.ts';

/**
 * Deletes what was said in these recordings: transcripts, their parts, the requests that carry them, and kept audio. The
 * recordings themselves stay.
 */
export async function deleteTexts(tx: Tx<Tables>, keys: readonly RecordingKey[]): Promise<void> {
  if (keys.length === 0) return;
  const ofKeys = (table: string) => sql`
    delete from ${sql.table(table)} text using (select r.integration_id, r.id from recordings r where ${isAmong(keys)}) r
    where text.integration_id = r.integration_id and text.recording_id = r.id
  `;
  for (const table of ['transcripts', 'transcript_parts', 'reruns']) await ofKeys(table).execute(tx);
  await deleteAudio(tx, keys);
  await dropAnalysisRequests(
    tx,
    keys.map(({ id }) => id),
  );
}

/** Deletes recordings with all that hangs on them. Workers that have one are told so at their next word, and drop it. */
export async function deleteRecordings(tx: Tx<Tables>, keys: readonly RecordingKey[]): Promise<void> {
  await deleteTexts(tx, keys);
  await sql`delete from recordings r where ${isAmong(keys)}`.execute(tx);
}

/** Locks up to `limit` recordings `r` of an integration for which the condition holds. */
export async function lockRecordings(
  tx: Tx<Tables>,
  integrationId: string,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<RecordingKey[]> {
  const { rows } = await sql<RecordingKey>`
    select r.integration_id, r.id from recordings r
    where r.integration_id = ${integrationId} and r.kind in ('call', 'roleplay') and ${condition}
    limit ${limit}
    for update
  `.execute(tx);
  return rows;
}
