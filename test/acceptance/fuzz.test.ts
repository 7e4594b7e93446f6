import fc from 'fast-check';
import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { type FuzzedRequest, requestsTo } from './harness/fuzzed-requests.ts';
import { inhabitedIntegration } from './harness/inhabited-integration.ts';

/** The same requests every time; another seed is another run. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const REQUESTS_PER_OPERATION = Number(process.env.FUZZ_REQUESTS ?? (process.env.TEST_LONG ? 1000 : 40));
const AT_ONCE = 16;
const REPLY_WITHIN_MS = 10_000;

const debrief = await sharedDebrief(t);
const { api, identifiers, filters } = await inhabitedIntegration(debrief, 'fuzzed');
const { contract } = api;

interface Observed {
  statuses: Map<number, number>;
  faults: string[];
  slowestMs: number;
}

async function observe(requests: Iterator<FuzzedRequest>, observed: Observed): Promise<void> {
  for (let next = requests.next(); !next.done; next = requests.next()) {
    const { method, path, body, contentType } = next.value;
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    const startedAt = performance.now();
    try {
      const reply = await api.send(method, path, body === undefined ? { headers } : { headers, body });
      observed.statuses.set(reply.status, (observed.statuses.get(reply.status) ?? 0) + 1);
      if (reply.status >= 500) observed.faults.push(`${reply.status} to ${describe(next.value)}`);
    } catch (error) {
      observed.faults.push(`${(error as Error).message} to ${describe(next.value)}`);
    }
    observed.slowestMs = Math.max(observed.slowestMs, performance.now() - startedAt);
  }
}

function describe({ method, path, body = '' }: FuzzedRequest): string {
  return `${method} ${path.slice(0, 300)} ${body.slice(0, 300)}`;
}

/** Those that erase what the others look for come last. */
const operations = contract.operations.toSorted(
  (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
);

for (const operation of operations) {
  t.test(`${operation.id} answers any request as documented, in time and never with 5xx`, async (t) => {
    const resource = operation.path.split(/\/\{/)[0]?.slice(1) ?? '';
    const arbitrary = requestsTo(operation, {
      contract,
      identifiers: identifiers[resource] ?? ['none'],
      uuids: [identifiers.users?.[0] ?? ''],
      emails: filters.email ?? [],
    });
    const requests = fc.sample(arbitrary, { seed: SEED, numRuns: REQUESTS_PER_OPERATION }).values();
    const observed: Observed = { statuses: new Map(), faults: [], slowestMs: 0 };
    await Promise.all(Array.from({ length: AT_ONCE }, () => observe(requests, observed)));
    t.strictSame(observed.faults.slice(0, 10), []);
    t.ok(observed.slowestMs < REPLY_WITHIN_MS, 'every reply is in time');
    const reached = [...observed.statuses].sort().map(([status, count]) => `${count} × ${status}`);
    t.comment(`${operation.id}: ${reached.join(', ')}`);
    const isReached = (test: (status: number) => boolean) => [...observed.statuses.keys()].some(test);
    t.ok(isReached((status) => status === 409 || status < 300) && isReached((status) => status === 400));
  });
}

t.test('after all that, everybody is still there and well', async (t) => {
  for (const { health_url } of (await debrief.stack()).processes) {
    t.equal((await fetch(health_url)).status, 200, health_url);
  }
  t.equal((await api.get('/calls?limit=1')).status, 200);
});
