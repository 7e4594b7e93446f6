import { type Tx, transaction } from '@debrief/database/pool';
import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import type { Tables } from './tables.ts';

/** Somebody else has changed what an attempt relied on; made again, it sees the change. */
export class LostRace extends Error {}

/** One retry is the rule, because it finds what the winner has committed; the bound keeps a fault from looping. */
const TRIES_MAX = 10;

/** Makes an attempt, which is one commit or none, again when it lost a race. */
export async function retryLostRace<R>(attempt: () => Promise<R>): Promise<R> {
  let code = '';
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostRace(error)) throw error;
      code = error instanceof DatabaseError ? ` (${error.code})` : '';
    }
  }
  // Without its cause, for Postgres quotes the e-mail that was contested, and errors are logged.
  throw new Error(`Lost the race ${TRIES_MAX} times${code}; giving up`);
}

/** A transaction that is rolled back and tried again when it lost a race. */
export function retryTransaction<R>(db: Kysely<Tables>, body: (tx: Tx<Tables>) => Promise<R>): Promise<R> {
  return retryLostRace(() => transaction(db, body));
}

/**
 * Another has just made a user of the same new e-mail (23505), or Postgres ended a deadlock (40P01). Locks are taken
 * in one order everywhere, and still a statement that waits for a foreign key's share lock and then for the row itself
 * can deadlock: 7 of 16,000 did under many times the usual load.
 */
function isLostRace(error: unknown): boolean {
  if (error instanceof LostRace) return true;
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '40P01' || (error.code === '23505' && error.constraint === 'users_email_once');
}
