import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { checkSchemaName } from './connection-settings.ts';

/** The schema of a service's audit trail. */
export function auditSchemaOf(schema: string): string {
  return `${checkSchemaName(schema)}_audit`;
}

/**
 * Makes the schema and the table of a service's audit trail, as the present role's. Within a transaction.
 * @param writer The service's role, which may insert and select and nothing else; none where the present role is it.
 */
export async function prepareAudit(client: Client, schema: string, writer?: string): Promise<void> {
  const audit = auditSchemaOf(schema);
  await client.query(`create schema if not exists ${audit}`);
  await client.query(`set local search_path = ${audit}`);
  await client.query(readFileSync(new URL('../audit-table.sql', import.meta.url), 'utf8'));
  if (writer === undefined) return;
  const role = client.escapeIdentifier(writer);
  await client.query(`revoke all on entries from ${role}`);
  await client.query(`grant usage on schema ${audit} to ${role}`);
  await client.query(`grant insert, select on entries to ${role}`);
}
