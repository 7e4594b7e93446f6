import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDatabase } from '@debrief/database/pool';
import { createLogger } from '@debrief/service-kit/logger';
import { fillCalls } from '../../apps/ingest/bench/call-lists.ts';
import type { Tables } from '../../apps/ingest/src/tables.ts';
import { fileBeside, type Stack, type Surroundings, startStack } from '../stack.ts';
import { createTenants, type Tenant } from '../tenants.ts';

export interface Prepared {
  readonly stack: Stack;
  readonly tenant: Tenant;
  /** What the scripts of wrk need. */
  readonly env: { readonly KEY: string; readonly IDS: string };
}

const FILL_TIMEOUT_MS = 600_000;

/** Debrief with so many calls of one tenant, and nobody who transcribes: what is compared with it does not either. */
export async function prepare(o: Surroundings, rows: number): Promise<Prepared> {
  const stack = await startStack(o, fileBeside(import.meta.url, '../pipeline/null-worker.ts'));
  await stack.stopWorker();
  const [tenant] = (await createTenants(stack.natsUrl, 1)) as [Tenant];
  o.say(`Storing ${rows} calls…`);
  await fill(stack, tenant, rows);
  return { stack, tenant, env: { KEY: tenant.key, IDS: await writeIds(stack, tenant, o.folder) } };
}

async function fill(stack: Stack, { integrationId }: Tenant, rows: number): Promise<void> {
  const log = createLogger({ name: 'bench', level: 'error' });
  const db = createDatabase<Tables>({
    ...{ url: stack.databaseUrl, schema: 'ingest', poolSize: 1, log, statementTimeoutMs: FILL_TIMEOUT_MS },
  });
  try {
    await fillCalls(db.kysely, { tenant: integrationId, rows });
  } finally {
    await db.close();
  }
  for (const sql of [
    'create schema bench',
    'create table bench.calls (like ingest.recordings including all)',
    'insert into bench.calls select * from ingest.recordings',
    'vacuum analyze ingest.recordings',
    'vacuum analyze bench.calls',
  ])
    await stack.client.query(sql);
}

async function writeIds(stack: Stack, { integrationId }: Tenant, folder: string): Promise<string> {
  const file = path.join(folder, 'ids.txt');
  const { rows } = await stack.client.query<{ id: string }>(
    'select id from ingest.recordings where integration_id = $1',
    [integrationId],
  );
  writeFileSync(file, `${rows.map(({ id }) => id).join('\n')}\n`);
  return file;
}
