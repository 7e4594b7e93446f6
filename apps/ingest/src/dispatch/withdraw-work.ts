import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Takes back the messages that asked for work on recordings which are finished now, or are asked for anew. The outbox
 * repeats what it published within a day when JetStream has lost its store, and a worker without tables cannot tell
 * that it has done the work before: a day of recordings would be transcribed again.
 *
 * Rows that the relay holds at this moment are left to it.
 */
export async function withdrawWork(
  tx: Tx<Tables>,
  recordings: readonly { id: string; attempt: number }[],
): Promise<void> {
  if (recordings.length === 0) return;
  const messageIds = recordings.flatMap(({ id, attempt }) =>
    Array.from({ length: attempt }, (_, index) => [workId(id, index + 1), analysisId(id, index + 1)]).flat(),
  );
  await sql`
    delete from outbox where id in (
      select id from outbox
      where subject in ('recording.submitted', 'recording.transcribed') and message_id = any (${messageIds}::text[])
      for update skip locked
    )
  `.execute(tx);
}

/** Of the message that asks for a transcript. */
export function workId(recordingId: string, attempt: number): string {
  return `${recordingId}:${attempt}`;
}

/** Of the message that asks for an analysis; transcription gives the first one the same id. */
export function analysisId(recordingId: string, attempt: number): string {
  return `${recordingId}:${attempt}:transcribed`;
}
