import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@debrief/local/free-port';
import { startProxy } from '@debrief/local/haproxy';
import { services } from '../../packages/cli/src/start/apps.ts';
import { table } from '../figures.ts';
import { fillCalls, writeIds } from '../http/fill-calls.ts';
import { type Measured, runWrk } from '../http/run-wrk.ts';
import { fileBeside, SETTLE_MS, type Surroundings, startStack } from '../stack.ts';
import { createTenants, type Tenant } from '../tenants.ts';
import type { ScaleOptions } from './options.ts';

export interface CopiesMeasured {
  readonly copies: number;
  readonly reads: Measured;
  readonly submissions: Measured;
  /** Submissions that were acknowledged, and are not there. */
  readonly lost: number;
}

const COPIES = [1, 2, 4];
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;

export async function measureCopies(options: ScaleOptions, o: Surroundings): Promise<CopiesMeasured[]> {
  const stack = await startStack(o, fileBeside(import.meta.url, '../pipeline/null-worker.ts'));
  await stack.stopWorker();
  const [tenant] = (await createTenants(stack.natsUrl, 1)) as [Tenant];
  await fillCalls(stack, tenant, options.rows);
  const env = { KEY: tenant.key, IDS: await writeIds(stack, tenant, o.folder) };
  const gateways = [Number(new URL(stack.baseUrl).port)];
  const measured: CopiesMeasured[] = [];
  for (const copies of COPIES) {
    while (gateways.length < copies) {
      for (const name of services) await stack.addCopy(name);
      const { ready } = await stack.addCopy('gateway');
      gateways.push(Number(new URL(ready.address ?? '').port));
    }
    const port = await freePort();
    const servers = gateways.map((one, index) => ({ name: `gateway-${index + 1}`, port: one }));
    const folder = path.join(o.folder, `haproxy-${copies}`);
    const ports = [{ name: 'gateway', port, servers, check: 'listens' as const }];
    const proxy = await startProxy({ folder, ports, log: o.say });
    const pids = new Map([...stack.pids, ['HAProxy', proxy.pid] as const]);
    try {
      o.say(`${copies} of each; letting them settle for ${SETTLE_MS / 1000} s`);
      await sleep(SETTLE_MS, undefined, { signal: o.signal });
      const contestant = { name: `${copies} of each`, address: `http://127.0.0.1:${port}`, pids };
      const common = { connections: CONNECTIONS, signal: o.signal };
      const wrk = (scenario: 'reads' | 'submissions', round: string, seconds: number) =>
        runWrk(contestant, { ...common, scenario, seconds, env: { ...env, ROUND: `${copies}-${round}` } });
      await wrk('reads', 'warm', WARM_UP_SECONDS);
      const reads = await wrk('reads', 'counted', options.seconds);
      await wrk('submissions', 'warm', WARM_UP_SECONDS);
      const submissions = await wrk('submissions', 'counted', options.seconds);
      const lost = await lostOf(stack.client, `${copies}-counted`, submissions.requests);
      o.say(
        `${copies} of each: ${reads.perSecond.toFixed(0)} reads/s, ${submissions.perSecond.toFixed(0)} submissions/s`,
      );
      measured.push({ copies, reads, submissions, lost });
    } finally {
      await proxy.stop();
    }
  }
  return measured;
}

/** wrk counts the answers; what it had still asked for may be there as well. */
async function lostOf(client: { query: CallableFunction }, round: string, accepted: number): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as stored from ingest.recordings where external_recording_id like $1`,
    [`${round}-%`],
  );
  return Math.max(0, accepted - rows[0].stored);
}

export function copiesTable(measured: readonly CopiesMeasured[]): string {
  const cpu = ({ cpuMs }: Measured) => [...cpuMs.values()].reduce((sum, one) => sum + one, 0).toFixed(2);
  const of = (one: Measured) => [
    one.perSecond.toFixed(0),
    one.p50Ms.toFixed(1),
    one.p99Ms.toFixed(1),
    cpu(one),
  ];
  return table(
    [
      'of each app',
      ...['reads', 'submissions'].flatMap((what) => [`${what}/s`, 'p50, ms', 'p99, ms', 'CPU of each, ms']),
      'lost',
    ],
    measured.map(({ copies, reads, submissions, lost }) => [
      String(copies),
      ...of(reads),
      ...of(submissions),
      String(lost),
    ]),
    1,
  );
}
