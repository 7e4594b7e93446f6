import { type Tx, transaction } from '@debrief/database/pool';
import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import type { Tables } from '../tables.ts';

/** Somebody else has changed what a transaction relied on; done again, it sees the change. */
export class LostRace extends Error {}

const TRIES_MAX = 10;

/** A transaction that is rolled back and begun anew when it lost a race, so that it happens as a whole or not at all. */
export async function contestedTransaction<R>(
  db: Kysely<Tables>,
  body: (tx: Tx<Tables>) => Promise<R>,
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction(db, body);
    } catch (error) {
      if (tries === TRIES_MAX || !isLostRace(error)) throw error;
    }
  }
}

function isLostRace(error: unknown): boolean {
  // The second is two new users with one e-mail.
  return (
    error instanceof LostRace || (error instanceof DatabaseError && error.constraint === 'users_email_once')
  );
}
