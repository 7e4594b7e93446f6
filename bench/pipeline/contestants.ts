import { readFileSync } from 'node:fs';
import { fileBeside, type Stack, type StartProcess } from '../stack.ts';
import { createTenants } from '../tenants.ts';

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

export async function debrief(stack: Stack): Promise<Contestant> {
  return {
    name: 'Debrief',
    url: `${stack.baseUrl}/calls`,
    keys: (await createTenants(stack.natsUrl, INTEGRATIONS)).map(({ key }) => key),
    pids: stack.pids,
    tables: { recordings: 'ingest.recordings', facts: 'analytics.call_facts' },
  };
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
