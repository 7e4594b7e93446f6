import { type Tx, transaction } from '@debrief/database/pool';
import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import type { Tables } from './tables.ts';

/** Another transaction has changed what this attempt relied on; a retry sees the change. */
export class LostRace extends Error {}

/** One retry is usually enough, because it sees what the winner has committed; the bound keeps a fault from looping. */
const ATTEMPTS_MAX = 10;

/** Repeats an attempt that lost a race. What a lost attempt has committed must be safe to repeat. */
export async function retryLostRace<R>(attempt: () => Promise<R>): Promise<R> {
  let code = '';
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostRace(error)) throw error;
      code = error instanceof DatabaseError ? ` (${error.code})` : '';
    }
  }
  // Without its cause: errors are logged, and Postgres quotes the contested e-mail.
  throw new Error(`Lost the race ${ATTEMPTS_MAX} times${code}; giving up`);
}

/** A transaction that is rolled back and repeated when it lost a race. */
export function retryTransaction<R>(db: Kysely<Tables>, body: (tx: Tx<Tables>) => Promise<R>): Promise<R> {
  return retryLostRace(() => transaction(db, body));
}

/**
 * A unique violation (23505): another transaction has just created the user of this e-mail. A deadlock (40P01): locks
 * are taken in one order everywhere, yet a statement that waits for a foreign key's share lock and then for the row
 * itself can still deadlock; 7 of 16,000 did under many times the usual load. An external id for a user who has just been
 * removed (23503).
 */
function isLostRace(error: unknown): boolean {
  if (error instanceof LostRace) return true;
  if (!(error instanceof DatabaseError)) return false;
  if (error.code === '23503') return error.constraint === 'user_identities_integration_id_user_id_fkey';
  return error.code === '40P01' || (error.code === '23505' && error.constraint === 'users_email_once');
}
