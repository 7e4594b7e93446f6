import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDatabase } from '@debrief/database/pool';
import { createLogger } from '@debrief/service-kit/logger';
import { fillCalls as fill } from '../../apps/ingest/bench/call-lists.ts';
import type { Tables } from '../../apps/ingest/src/tables.ts';
import type { Stack } from '../stack.ts';
import type { Tenant } from '../tenants.ts';

const FILL_TIMEOUT_MS = 600_000;

/** So many finished calls of the tenant. */
export async function fillCalls(stack: Stack, { integrationId }: Tenant, rows: number): Promise<void> {
  const log = createLogger({ name: 'bench', level: 'error' });
  const db = createDatabase<Tables>({
    ...{ url: stack.databaseUrl, schema: 'ingest', poolSize: 1, log, statementTimeoutMs: FILL_TIMEOUT_MS },
  });
  try {
    await fill(db.kysely, { tenant: integrationId, rows });
  } finally {
    await db.close();
  }
  await stack.client.query('vacuum analyze ingest.recordings');
}

/** Their ids in a file, one a line. */
export async function writeIds(stack: Stack, { integrationId }: Tenant, folder: string): Promise<string> {
  const file = path.join(folder, 'ids.txt');
  const { rows } = await stack.client.query<{ id: string }>(
    'select id from ingest.recordings where integration_id = $1',
    [integrationId],
  );
  writeFileSync(file, `${rows.map(({ id }) => id).join('\n')}\n`);
  return file;
}
