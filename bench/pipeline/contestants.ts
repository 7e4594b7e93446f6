import { readFileSync } from 'node:fs';
import type { SystemCaller } from '@debrief/contracts/caller';
import {
  createIntegration,
  createKey,
  createOrganization,
} from '@debrief/contracts/operations/directory-access';
import { connect } from '@debrief/messaging/connection';
import { request } from '@debrief/messaging/request';
import { createLogger } from '@debrief/service-kit/logger';
import { fileBeside, type Stack, type StartProcess } from '../stack.ts';

/** What takes submissions at a URL, and where one can see that all are COMPLETED. */
export interface Contestant {
  readonly name: string;
  readonly url: string;
  /** One of each tenant. */
  readonly keys: readonly string[];
  readonly pids: ReadonlyMap<string, number>;
  readonly tables: { recordings: string; facts: string };
}

const INTEGRATIONS = 8;
const caller = { access: 'system', request_id: 'bench' } satisfies SystemCaller;

export async function debrief(stack: Stack): Promise<Contestant> {
  return {
    name: 'Debrief',
    url: `${stack.baseUrl}/calls`,
    keys: await createKeys(stack.natsUrl),
    pids: stack.pids,
    tables: { recordings: 'ingest.recordings', facts: 'analytics.call_facts' },
  };
}

async function createKeys(url: string): Promise<string[]> {
  const log = createLogger({ name: 'bench', level: 'error' });
  const messaging = await connect({ url, name: 'bench', log });
  try {
    const organization = await request(messaging, createOrganization, caller, { name: 'Bench' });
    const keys: string[] = [];
    for (let count = 0; count < INTEGRATIONS; count += 1) {
      const settings = { organization_id: organization.id, name: `Tenant ${count}` };
      const { id } = await request(messaging, createIntegration, caller, settings);
      const wanted = { integration_id: id, access: 'read-write', name: 'bench' } as const;
      keys.push((await request(messaging, createKey, caller, wanted)).key);
    }
    return keys;
  } finally {
    await messaging.close();
  }
}

/** In the database of the stack, whose tables it copies. */
export async function graphileWorker(
  stack: Stack,
  start: StartProcess,
  concurrency: number,
): Promise<Contestant> {
  await stack.client.query(readFileSync(fileBeside(import.meta.url, 'graphile-worker/tables.sql'), 'utf8'));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: stack.databaseUrl, CONCURRENCY: String(concurrency) };
  const worker = await start('graphile-worker', fileBeside(import.meta.url, 'graphile-worker/work.js'), env);
  const web = await start('web', fileBeside(import.meta.url, 'graphile-worker/web.js'), env);
  const servers = ['Postgres', 'NATS'].map((name) => [name, stack.pids.get(name) ?? 0] as const);
  return {
    name: 'graphile-worker',
    url: web.ready.address ?? '',
    keys: Array.from({ length: INTEGRATIONS }, () => crypto.randomUUID()),
    pids: new Map([['graphile-worker', worker.pid], ['web', web.pid], ...servers]),
    tables: { recordings: 'bench.recordings', facts: 'bench.call_facts' },
  };
}
