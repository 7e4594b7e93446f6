import { type Tx, transaction } from '@debrief/database/pool';
import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import type { Tables } from './tables.ts';

/** Somebody else has changed what an attempt relied on; made again, it sees the change. */
export class LostRace extends Error {}

/**
 * A race is lost to one that has committed, and what it committed is found at the next try; a deadlock is lost to one
 * that can go on then. So one retry is the rule; the bound keeps a fault from looping.
 */
const TRIES_MAX = 10;

/** An attempt that is one commit or none, made again when it lost a race. */
export async function contested<R>(attempt: () => Promise<R>): Promise<R> {
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
  throw new Error(`Still contested after ${TRIES_MAX} tries${code}`);
}

/** A transaction that is rolled back and begun anew when it lost a race: it happens as a whole or not at all. */
export function contestedTransaction<R>(
  db: Kysely<Tables>,
  body: (tx: Tx<Tables>) => Promise<R>,
): Promise<R> {
  return contested(() => transaction(db, body));
}

/**
 * Another has just made a user of the same new e-mail, or Postgres ended a deadlock at this one's expense.
 *
 * Locks are taken in one order everywhere, and yet deadlocks happen (7 in 16,000 statements on a machine of many times
 * its load): while a foreign key's share lock is on the version of a user that a statement began with, its update
 * queues once more at that version, behind one who waits there for the lock that the statement has on the newest.
 * Postgres logs every deadlock with both statements.
 */
function isLostRace(error: unknown): boolean {
  if (error instanceof LostRace) return true;
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '40P01' || (error.code === '23505' && error.constraint === 'users_email_once');
}
