import { Worker } from 'node:worker_threads';
import { endpoints } from '@debrief/contracts/endpoints/all';
import t from 'tap';
import { hostileRequests } from '../fixtures/hostile-requests.ts';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

/** Other work of the machine does not count; the median leaves out a collection of garbage that fell into one. */
const CPU_MAX_MS = 20;
const isLong = process.env.TEST_LONG !== undefined;
const times = isLong ? 5 : 1;
/** Each endpoint has its queries and headers; in a short run one in so many is sent. */
const every = isLong ? 1 : 40;

if (isLong) t.setTimeout(900_000);
const { base, key } = await lonelyGateway(t, { verifies: true, env: { ADDRESS_LIMIT_PER_MINUTE: '0' } });
const client = new Worker(new URL('../fixtures/raw-client.ts', import.meta.url));
t.teardown(() => client.terminate());

function answerTo(bytes: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    client.once('message', resolve);
    client.postMessage({ port: Number(new URL(base).port), bytes });
  });
}

/** @returns milliseconds that this thread, which is the gateway's, has worked for it. */
async function cpuMsOf(bytes: Uint8Array): Promise<{ status: number; ms: number }> {
  const before = process.threadCpuUsage();
  const status = await answerTo(bytes);
  const { user, system } = process.threadCpuUsage(before);
  return { status, ms: (user + system) / 1000 };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

t.test(
  'whatever one request holds, it is refused or answered, and occupies the gateway for little',
  async (t) => {
    const requests = endpoints.flatMap((endpoint) => hostileRequests(endpoint, key));
    if (isLong) t.setTimeout(900_000);
    // Compiled by then.
    for (const { bytes } of requests.slice(0, 5)) await answerTo(bytes());
    const measured: { name: string; ms: number; status: number }[] = [];
    for (const { name, bytes } of requests.filter((_, index) => index % every === 0)) {
      const runs = [];
      for (let run = 0; run < times; run += 1) runs.push(await cpuMsOf(bytes()));
      const status = runs[0]?.status ?? 0;
      measured.push({ name, status, ms: median(runs.map(({ ms }) => ms)) });
      if (status < 200 || status >= 600 || status === 500) t.fail(`${status} to ${name}`);
    }
    measured.sort((a, b) => b.ms - a.ms);
    for (const { name, status, ms } of measured.slice(0, 15))
      t.comment(`${ms.toFixed(1)} ms, ${status}: ${name}`);
    t.ok(measured.length > 20, `${measured.length} requests`);
    if (!isLong) return;
    t.strictSame(
      measured.filter(({ ms }) => ms > CPU_MAX_MS).map(({ name, ms }) => `${name}: ${ms} ms`),
      [],
    );
  },
);
