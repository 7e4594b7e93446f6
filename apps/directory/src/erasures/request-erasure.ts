import { type Erasure, erasureRequested } from '@debrief/contracts/events/erasures';
import { recordErasure } from '@debrief/database/erasures';
import { appendToOutbox } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Asks every service, this one too, in the transaction that makes the subject unreadable. */
export async function requestErasure(tx: Tx<Tables>, erasure: Erasure): Promise<void> {
  await listErasure(tx, erasure, { isAgain: true });
  await recordErasure(tx, erasure);
  await appendToOutbox(tx, [{ subject: erasureRequested.subject, payload: erasure }]);
}

/** Keeps it in the list of all. @param o.isAgain every service is to do it again */
export async function listErasure(
  tx: Tx<Tables>,
  { integration_id, subject_id, erasure_id, kind, with_recordings, words }: Erasure,
  { isAgain }: { isAgain: boolean },
): Promise<void> {
  await sql`
    insert into erasure_list as known (integration_id, subject_id, erasure_id, kind, with_recordings, words)
    values (${integration_id}, ${subject_id}, ${erasure_id}, ${kind}, ${with_recordings}, ${words}::text[])
    on conflict (integration_id, subject_id) do update set
      words = excluded.words, asked_at = excluded.asked_at, done = '{}', finished_at = null
    where ${isAgain}
  `.execute(tx);
}
