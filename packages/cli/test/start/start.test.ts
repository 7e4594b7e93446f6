import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testNats } from '@debrief/local/testing';
import { admitsAnybody } from '@debrief/messaging/connection';
import t from 'tap';
import { apps } from '../../src/start/apps.ts';
import { runDemo } from '../../src/start/run-demo.ts';
import {
  dataFolder,
  healthOf,
  isRunning,
  pidOf,
  readStack,
  shortSample,
  start,
  startWith,
  until,
} from './start-process.ts';

async function answers(url: string): Promise<number> {
  return (await fetch(url).catch(() => ({ status: 0 }))).status;
}

t.test('Debrief starts, restarts what dies, and stops without a trace', async (t) => {
  const folder = dataFolder(t);
  writeFileSync(path.join(folder, 'demo.json'), 'damaged');
  const debrief = start(t, '--port', '0', '--data-dir', folder);
  await debrief.says('Press Ctrl-C');
  const { base_url: baseUrl, nats_url: natsUrl } = readStack(folder);

  await t.test('a demo that fails is reported and does not keep Debrief from starting', async (t) => {
    t.match(debrief.output(), /The demo failed: .*demo\.json is damaged\. Remove it/);
  });

  await t.test('the stack file says where everything is, to its owner only', async (t) => {
    const { processes, servers, database_url } = readStack(folder);
    t.same(
      processes.map(({ name }) => name),
      apps,
    );
    for (const { name, pid, health_url } of processes) {
      t.ok(isRunning(pid), `${name} runs`);
      t.equal(await answers(health_url), 200, `${name} is ready`);
    }
    t.same(
      servers.map(({ name, pid }) => [name, isRunning(pid ?? 0)]),
      [
        ['postgres', true],
        ['nats', true],
      ],
    );
    t.match(database_url, /^postgres:\/\//);
    t.match(debrief.output(), `Debrief is ready at ${baseUrl}\n`);
    for (const file of ['nats/nats.conf', 'nats/nats.log']) {
      t.equal(statSync(path.join(folder, file)).mode & 0o077, 0, `${file} is private`);
    }
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      // The servers have folders of their own, compiled code is no secret, and the demo's file is this test's.
      if (/^(postgres|nats|compile-cache|demo\.json)(\/|$)/.test(file)) continue;
      const status = statSync(path.join(folder, file), { throwIfNoEntry: false });
      if (status?.isFile()) t.equal(status.mode & 0o077, 0, `${file} is private`);
    }
    t.equal(await answers(`${baseUrl}/calls`), 401, 'the API asks for a key');
  });

  await t.test('NATS lets in the operator and each app as itself, and nobody else', async (t) => {
    t.match(natsUrl, /^nats:\/\/operator:[\w-]{43}@127\.0\.0\.1:\d+$/);
    t.equal(await admitsAnybody(natsUrl), false);
    t.notMatch(debrief.output(), new URL(natsUrl).password);
    for (const { name, pid } of readStack(folder).processes.filter(() => existsSync('/proc/self/environ'))) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      const url = environment.find((line) => line.startsWith('NATS_URL='))?.slice('NATS_URL='.length);
      t.equal(new URL(url ?? '').username, name);
    }
  });

  await t.test('one command creates an organization, an integration and keys that work', async (t) => {
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
    const create = ['integrations', 'create', '--organization-name', 'Acme', '--name', 'CRM'];
    const args = [main, '--data-dir', folder, '--json', ...create, '--key', 'read-write,read-only'];
    const { keys } = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
    t.match(keys, [{ access: 'read-write' }, { access: 'read-only' }]);
    for (const { key } of keys) {
      const reply = await fetch(`${baseUrl}/calls`, { headers: { 'x-api-key': key } });
      t.equal(reply.status, 200);
    }
  });

  let demoKey = '';
  await t.test('the demo coaches the sample call', async (t) => {
    rmSync(path.join(folder, 'demo.json'));
    let said = '';
    const say = (line: string): void => {
      said += `${line}\n`;
    };
    const { signal } = new AbortController();
    const where = { baseUrl, natsUrl, dataDir: folder, sample: shortSample(t) };
    const demo = await runDemo({ ...where, say, signal, withTeam: false });
    t.match(said, /^Who said what\n.*david/im);
    t.match(said, /^(Rating|Not rated)/m);
    const headers = { 'x-api-key': demo.key };
    const reply = await fetch(`${baseUrl}/calls/call_event_id:${demo.callEventId}`, { headers });
    t.equal(reply.status, 200);
    demoKey = demo.key;
  });

  await t.test('a second start from the same folder is refused, and changes nothing', async (t) => {
    const second = start(t, '--no-demo', '--port', '0', '--data-dir', folder);
    t.equal(await second.ended, 1);
    t.match(second.output(), new RegExp(`in use by process ${debrief.pid}`));
    t.equal(await answers(`${baseUrl}/calls`), 401);
    t.ok(existsSync(path.join(folder, 'stack.json')));
  });

  await t.test('a port in use is refused, naming the option', async (t) => {
    const second = start(t, '--no-demo', '--port', new URL(baseUrl).port, '--data-dir', dataFolder(t));
    t.equal(await second.ended, 1);
    t.match(second.output(), /is in use\. Choose another with --port\./);
  });

  await t.test('an app that is killed is restarted, and no other', async (t) => {
    const before = readStack(folder).processes;
    process.kill(pidOf(folder, 'ingest'), 'SIGKILL');
    const old = before.find(({ name }) => name === 'ingest')?.pid ?? 0;
    await until(() => pidOf(folder, 'ingest') !== old);
    const after = readStack(folder).processes;
    t.ok(isRunning(pidOf(folder, 'ingest')));
    await until(async () => (await answers(healthOf(folder, 'ingest'))) === 200);
    t.same(
      after.filter(({ name }) => name !== 'ingest'),
      before.filter(({ name }) => name !== 'ingest'),
    );
    t.match(debrief.output(), /ingest ended \(SIGKILL\); restarting it/);
  });

  await t.test('the gateway is restarted on its port', async () => {
    const old = pidOf(folder, 'gateway');
    process.kill(old, 'SIGKILL');
    await until(() => pidOf(folder, 'gateway') !== old);
    await until(async () => (await answers(`${baseUrl}/calls`)) === 401);
  });

  await t.test('NATS is restarted at its address, also when its store is gone', async (t) => {
    const old = pidOf(folder, 'nats');
    process.kill(old, 'SIGKILL');
    rmSync(path.join(folder, 'nats', 'store'), { recursive: true, force: true });
    await until(() => pidOf(folder, 'nats') !== old);
    t.equal(readStack(folder).nats_url, natsUrl);
    for (const { name } of readStack(folder).processes)
      await until(async () => (await answers(healthOf(folder, name))) === 200);
  });

  await t.test('Postgres is restarted at its address', async (t) => {
    const { database_url: before, processes } = readStack(folder);
    const old = pidOf(folder, 'postgres');
    process.kill(old, 'SIGKILL');
    await until(() => pidOf(folder, 'postgres') !== old);
    t.equal(readStack(folder).database_url, before);
    for (const { name } of processes)
      await until(async () => (await answers(healthOf(folder, name))) === 200);
    t.same(readStack(folder).processes, processes, 'no app ended with it');
  });

  await t.test('one Ctrl-C that arrives twice stops everything in order', async (t) => {
    const { processes, servers } = readStack(folder);
    debrief.kill('SIGINT');
    debrief.kill('SIGINT');
    t.equal(await debrief.ended, 0);
    for (const { name, pid } of [...processes, ...servers]) t.notOk(isRunning(pid ?? 0), `${name} is gone`);
    t.notOk(existsSync(path.join(folder, 'stack.json')));
    const logs = apps.map((name) => readFileSync(path.join(folder, 'logs', `${name}.log`), 'utf8'));
    for (const log of logs) t.match(log, '"msg":"closing"', 'it closed in order');
  });

  await t.test('what a killed start leaves behind ends, and the next start takes over', async (t) => {
    const killed = start(t, '--port', '0', '--data-dir', folder);
    await killed.says('Press Ctrl-C to stop Debrief.');

    await t.test('a start after the demo says what to try, and coaches nothing', async (t) => {
      t.match(killed.output(), `Read-write key: ${demoKey}\n`);
      t.notMatch(killed.output(), 'Coaching the sample call');
      const [, url = ''] = /^Try: +curl -H 'x-api-key: dbr_live_\w+' (\S+)$/m.exec(killed.output()) ?? [];
      const reply = await fetch(url, { headers: { 'x-api-key': demoKey } });
      t.equal(reply.status, 200, 'what it says to try works');
    });

    await t.test('it ends with the console and a link that opens there, once, on a call', async (t) => {
      const [, consoleAt = ''] = /^Console: +(\S+)$/m.exec(killed.output()) ?? [];
      const [, link = ''] = /^Sign in, once: +(\S+)$/m.exec(killed.output()) ?? [];
      t.ok(link.startsWith(consoleAt));
      const cookieOf = (reply: Response) =>
        reply.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; ');
      const form = await fetch(link);
      const page = await form.text();
      const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
      const body = new URLSearchParams({ form_token: fieldOf('form_token'), next: fieldOf('next') });
      const take = { method: 'POST', body, headers: { cookie: cookieOf(form) }, redirect: 'manual' } as const;
      const taken = await fetch(link, take);
      t.equal(taken.status, 303);
      const location = taken.headers.get('location') ?? '';
      t.match(location, /^\/calls\/[0-9a-f-]{36}$/);
      const opened = await fetch(new URL(location, consoleAt), { headers: { cookie: cookieOf(taken) } });
      t.equal(opened.status, 200);
      t.match(await opened.text(), 'How this was judged');
      t.not((await fetch(link, take)).status, 303, 'it works once');
    });

    const left = readStack(folder);
    killed.kill('SIGKILL');
    await killed.ended;
    for (const { name, pid } of [...left.processes, ...left.servers]) {
      await until(() => !isRunning(pid ?? 0));
      t.pass(`${name} ends by itself`);
    }
    const settings = { NATS_URL: new URL((await testNats(t)).url).host };
    const debrief = startWith(t, settings, '--no-demo', '--port', '0', '--data-dir', folder);
    await debrief.says('Debrief is ready');
    t.match(debrief.output(), `NATS is up on ${settings.NATS_URL}\n`);
    const { base_url, processes, servers } = readStack(folder);
    t.not(
      processes.find(({ name }) => name === 'gateway')?.pid,
      left.processes.find(({ name }) => name === 'gateway')?.pid,
    );
    t.same(
      servers.find(({ name }) => name === 'nats'),
      { name: 'nats', pid: null },
      'its NATS is not its own',
    );

    await t.test('a second Ctrl-C ends at once what takes long to stop', async (t) => {
      // The gateway waits for this request, which never ends.
      const socket = connect(Number(new URL(base_url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write('POST /api/v1/calls HTTP/1.1\r\nHost: debrief\r\nContent-Length: 10\r\n\r\n');
      t.teardown(() => socket.destroy());
      await sleep(200);
      debrief.kill('SIGINT');
      await sleep(1_100);
      debrief.kill('SIGINT');
      t.equal(await debrief.ended, 130);
      for (const { pid } of processes) await until(() => !isRunning(pid));
      await until(() => !isRunning(servers.find(({ name }) => name === 'postgres')?.pid ?? 0));
    });
  });
});
