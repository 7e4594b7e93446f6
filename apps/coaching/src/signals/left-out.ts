import { DebriefError, SIGNAL_OFF, SIGNALS_OFF } from '@debrief/contracts/errors';
import type { Round } from '@debrief/database/loop';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';

const BATCH_ROWS = 1_000;

/**
 * Whether signals are switched off for the integration and the user of a row, or for the user alone. Each is looked up by
 * its key: by `exists`, Postgres may read the switches of all tenants once and remember them.
 */
export function isLeftOut(row: string): RawBuilder<boolean> {
  const integration = sql.ref(`${row}.integration_id`);
  return sql`(
    coalesce((select not i.signals from integrations i where i.integration_id = ${integration}), false)
    or coalesce((
      select not a.signal from agents a
      where a.integration_id = ${integration} and a.user_id = ${sql.ref(`${row}.user_id`)}
    ), false)
  )`;
}

/** Why there is no signal of a user, from the two switches; null where both are on or not known. */
export function leftOutError(row: { signals: boolean | null; signal: boolean | null }): DebriefError | null {
  if (row.signals === false) return new DebriefError(SIGNALS_OFF);
  return row.signal === false ? new DebriefError(SIGNAL_OFF) : null;
}

/** The same for one agent, or for an integration alone. */
export async function checkLeftOut(db: Kysely<Tables>, integrationId: string, userId: string | null) {
  const { rows } = await sql<{ signals: boolean | null; signal: boolean | null }>`
    select
      (select signals from integrations where integration_id = ${integrationId}) as signals,
      (select signal from agents where integration_id = ${integrationId} and user_id = ${userId}) as signal
  `.execute(db);
  const error = rows[0] === undefined ? null : leftOutError(rows[0]);
  if (error !== null) throw error;
}

/**
 * One batch of what was made of those who are left out: signals, and what was counted of their speech. It follows the
 * switches and no request, so that what an analysis stored at the same moment goes with the next look.
 */
export async function deleteLeftOut(db: Db): Promise<Round> {
  let deleted = 0;
  for (const table of ['signals', 'speech'] as const) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select made.ctid from integrations i
        join ${sql.table(table)} made on made.integration_id = i.integration_id
        where not i.signals
        union all
        select made.ctid from agents a
        join ${sql.table(table)} made on made.integration_id = a.integration_id and made.user_id = a.user_id
        where not a.signal
        limit ${BATCH_ROWS}
      ))
    `.execute(db);
    deleted += Number(numAffectedRows ?? 0);
  }
  return deleted > 0 ? 'more' : 'done';
}
