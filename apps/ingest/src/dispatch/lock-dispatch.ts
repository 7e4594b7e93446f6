import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Serializes dispatch over all replicas; one that waits here sees what the one before it committed. */
export async function lockDispatch(tx: Tx<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('debrief.ingest.dispatch'))`.execute(tx);
}
