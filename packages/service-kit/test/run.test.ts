import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import type { ReadyMessage } from '../src/run.ts';

interface Started {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

function start(t: Test, env: Record<string, string>): Started {
  const child = fork(new URL('fixtures/service.ts', import.meta.url), { env, silent: true, execArgv: [] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  // 'close' never comes after disconnect(), so the end of both streams stands in for it.
  const streams = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'));
  const exit = Promise.all([once(child, 'exit'), ...streams]).then(([[code]]) => code as number | null);
  t.teardown(async () => {
    // Not SIGKILL: a killed process leaves no coverage behind.
    child.kill('SIGTERM');
    await exit;
  });
  return { child, output: () => output, exit };
}

async function ready(started: Started): Promise<ReadyMessage> {
  const [message] = await once(started.child, 'message');
  return message as ReadyMessage;
}

t.test('what a service writes is for its own user alone', async (t) => {
  const file = `${t.testdir()}/written`;
  await ready(start(t, { NEEDED: 'x', WRITES: file }));
  t.equal(statSync(file).mode & 0o777, 0o600);
});

t.test('a service reports the URL of its health check to its supervisor and answers there', async (t) => {
  const service = start(t, { NEEDED: 'x' });
  const message = await ready(service);
  t.match(message, { type: 'ready', name: 'fixture', address: 'http://127.0.0.1:1' });
  const base = new URL('/', message.health_url).href;
  const readiness = await fetch(message.health_url);
  t.equal(readiness.status, 200);
  t.strictSame(await readiness.json(), { status: 'ok', checks: { steady: 'ok', part: 'ok' } });
  t.equal((await fetch(`${base}livez`)).status, 200);
  t.match(await (await fetch(`${base}metrics`)).text(), 'process_cpu_user_seconds_total{service="fixture"}');
  t.equal((await fetch(`${base}other`)).status, 404);
});

t.test(
  'a service has written its compile cache when it is ready, and does not stand still for it later',
  async (t) => {
    const folder = t.testdir();
    await ready(start(t, { NEEDED: 'x', NODE_COMPILE_CACHE: folder }));
    t.ok(readdirSync(folder, { recursive: true }).length > 1);
  },
);

t.test('SIGTERM closes the service and ends with status 0', async (t) => {
  const service = start(t, { NEEDED: 'x' });
  await ready(service);
  service.child.kill('SIGTERM');
  t.equal(await service.exit, 0);
  t.match(service.output(), 'closed cleanly');
});

t.test('a service ends when its supervisor is gone', async (t) => {
  const service = start(t, { NEEDED: 'x' });
  await ready(service);
  service.child.disconnect();
  t.equal(await service.exit, 0);
});

t.test('readiness is 503 while a check fails or hangs', async (t) => {
  for (const [mode, word] of [
    ['unhealthy', 'failed'],
    ['hangs', 'timed out'],
  ] as const) {
    const service = start(t, { NEEDED: 'x', MODE: mode });
    const response = await fetch((await ready(service)).health_url);
    t.equal(response.status, 503);
    t.strictSame(await response.json(), { status: 'unavailable', checks: { steady: 'ok', part: word } });
  }
});

t.test('an invalid environment ends with status 78 and names every fault', async (t) => {
  const service = start(t, { HEALTH_PORT: '99999' });
  t.equal(await service.exit, 78);
  t.match(service.output(), 'HEALTH_PORT');
  t.match(service.output(), 'NEEDED is missing');
});

t.test(
  'a service that cannot start, a taken health port and a lost rejection end with status 1',
  async (t) => {
    const broken = start(t, { NEEDED: 'x', MODE: 'broken' });
    t.equal(await broken.exit, 1);
    t.match(broken.output(), 'nothing to stand on');

    const rejects = start(t, { NEEDED: 'x', MODE: 'rejects' });
    t.equal(await rejects.exit, 1);
    t.match(rejects.output(), 'nobody listened');

    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.teardown(() => other.close());
    const taken = start(t, { NEEDED: 'x', HEALTH_PORT: String((other.address() as AddressInfo).port) });
    t.equal(await taken.exit, 1);
    t.match(taken.output(), 'EADDRINUSE');
  },
);
