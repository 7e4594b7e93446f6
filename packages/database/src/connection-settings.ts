import type { ClientConfig } from 'pg';
import { columnTypes } from './column-types.ts';

export interface ConnectionLimits {
  /** Time to get a connection, from the pool or from Postgres. */
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
}

/** Settings of every connection to a service's schema: that schema only, UTC, and a limit on each kind of waiting. */
export function connectionSettings(url: string, schema: string, limits: ConnectionLimits): ClientConfig {
  const address = new URL(url);
  const settings = [
    address.searchParams.get('options'),
    `-c search_path=${checkSchemaName(schema)}`,
    '-c TimeZone=UTC',
    '-c DateStyle=ISO',
    '-c IntervalStyle=iso_8601',
  ];
  // In the URL, because it wins over the other fields.
  address.searchParams.set('options', settings.filter(Boolean).join(' '));
  return {
    connectionString: address.href,
    application_name: `debrief-${schema}`,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
    keepAlive: true,
    types: columnTypes,
  };
}

/** Schema names are ours, not a user's: plain ones never need quoting. */
export function checkSchemaName(schema: string): string {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`Invalid schema name "${schema}"`);
  return schema;
}
