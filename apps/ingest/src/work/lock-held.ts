import { isHeld } from '@debrief/database/leased-work';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { type AttemptKey, dueRecordings } from '../pipeline/due-recordings.ts';
import type { Tables } from '../tables.ts';
import { work } from './work-settings.ts';

/** Locks the recordings of which the attempt is present and was handed out. @returns for each item whether it is. */
export async function lockHeld(tx: Tx<Tables>, items: readonly AttemptKey[]): Promise<boolean[]> {
  const { rows } = await sql<{ ord: number }>`
    with ${dueRecordings(items, isHeld(work))} select ord from due
  `.execute(tx);
  const held = new Set(rows.map(({ ord }) => ord));
  return items.map((_, index) => held.has(index + 1));
}
