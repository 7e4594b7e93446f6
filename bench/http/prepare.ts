import { fileBeside, type Stack, type Surroundings, startStack } from '../stack.ts';
import { createTenants, type Tenant } from '../tenants.ts';
import { fillCalls, writeIds } from './fill-calls.ts';

export interface Prepared {
  readonly stack: Stack;
  readonly tenant: Tenant;
  /** What the scripts of wrk need. */
  readonly env: { readonly KEY: string; readonly IDS: string };
}

/** Debrief with so many calls of one tenant, and nobody who transcribes: what is compared with it does not either. */
export async function prepare(o: Surroundings, rows: number): Promise<Prepared> {
  const stack = await startStack(o, fileBeside(import.meta.url, '../pipeline/null-worker.ts'));
  await stack.stopWorker();
  const [tenant] = (await createTenants(stack.natsUrl, 1)) as [Tenant];
  o.say(`Storing ${rows} calls…`);
  await fillCalls(stack, tenant, rows);
  for (const sql of [
    'create schema bench',
    'create table bench.calls (like ingest.recordings including all)',
    'insert into bench.calls select * from ingest.recordings',
    'vacuum analyze bench.calls',
  ])
    await stack.client.query(sql);
  return { stack, tenant, env: { KEY: tenant.key, IDS: await writeIds(stack, tenant, o.folder) } };
}
