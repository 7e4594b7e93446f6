import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';

/** Before the calls are read of which a text is made. */
export async function beginReading(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db);
  return (rows[0] as { at: string }).at;
}

/** What was read may have been erased since: its job runs again. An erasure that begins now finds the text. */
export async function refuseOlderThanErasure(
  tx: Tx<Tables>,
  integrationId: string,
  begun: string,
): Promise<void> {
  const { rows } = await sql`
    select from erasures where integration_id = ${integrationId} and received_at >= ${begun}::timestamptz limit 1
  `.execute(tx);
  if (rows.length > 0) throw new Error('something was erased while it was read');
}
