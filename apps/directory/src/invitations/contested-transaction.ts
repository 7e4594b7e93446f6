import { type Tx, transaction } from '@debrief/database/pool';
import type { Kysely } from 'kysely';
import { isLostRaceForEmail } from '../submissions/resolve-statement.ts';
import type { Tables } from '../tables.ts';

/** Somebody else has changed what a transaction relied on; done again, it sees the change. */
export class LostRace extends Error {}

const TRIES_MAX = 10;

/** A transaction that is rolled back and begun anew when it lost a race, so that it happens as a whole or not at all. */
export async function contestedTransaction<R>(
  db: Kysely<Tables>,
  body: (tx: Tx<Tables>) => Promise<R>,
): Promise<R> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      return await transaction(db, body);
    } catch (error) {
      if (!(error instanceof LostRace || isLostRaceForEmail(error))) throw error;
    }
  }
  // Without its cause, for Postgres quotes the e-mail that was contested, and errors are logged.
  throw new Error(`A transaction was still contested after ${TRIES_MAX} tries`);
}
