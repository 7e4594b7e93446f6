import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import t, { type Test } from 'tap';
import { askJetStream } from '../src/ask-jetstream.ts';
import { startNats } from '../src/nats.ts';
import { startNatsProcess } from '../src/nats-process.ts';
import { ensureCommands, natsServer } from '../src/packages.ts';
import { findProcess } from '../src/process-table.ts';
import { testNats } from '../src/testing.ts';
import { watchJetStream } from '../src/watch-jetstream.ts';
import { killStarter, startBeside, temporaryDataDir, untilGone } from './starter.ts';

const log = (): void => {};
const CREATE = '$JS.API.STREAM.CREATE.calls';
const INFO = '$JS.API.STREAM.INFO.calls';
const DEFINITION = JSON.stringify({
  name: 'calls',
  subjects: ['calls.>'],
  storage: 'file',
  retention: 'limits',
  max_consumers: -1,
  max_msgs: -1,
  max_bytes: 1024 ** 3,
  max_age: 0,
  num_replicas: 1,
  discard: 'new',
});

async function start(t: Test, dataDir: string) {
  const nats = await startNats({ dataDir, log });
  t.teardown(() => nats.stop());
  return nats;
}

t.test('NATS listens on loopback alone, with JetStream', async (t) => {
  const { url } = await start(t, temporaryDataDir(t));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const [greeting] = await once(socket, 'data');
  socket.destroy();
  t.match(JSON.parse(String(greeting).slice('INFO '.length)), {
    host: '127.0.0.1',
    jetstream: true,
    max_payload: 1024 * 1024,
  });
});

t.test('a second start finds the streams of the first', async (t) => {
  const dataDir = temporaryDataDir(t);
  const first = await start(t, dataDir);
  t.notMatch(await askJetStream(first.url, CREATE, { body: DEFINITION }), { error: {} });
  t.match(await askJetStream(first.url, 'calls.one', { body: '{}' }), { stream: 'calls', seq: 1 });
  await first.stop();
  t.equal(findProcess(first.pid ?? 0), null, 'a stop ends the process');
  const second = await start(t, dataDir);
  t.match(await askJetStream(second.url, INFO), { state: { messages: 1 } });
});

t.test('NATS ends with the process that started it, even by kill -9', async (t) => {
  const { starter, pid } = await startBeside(t, 'nats', temporaryDataDir(t));
  t.not(findProcess(pid), null);
  await killStarter(starter);
  await untilGone(() => findProcess(pid) !== null);
});

t.test('a data folder that is in use is refused, and its NATS left alone', async (t) => {
  const dataDir = temporaryDataDir(t);
  const { starter, url } = await startBeside(t, 'nats', dataDir);
  await t.rejects(startNats({ dataDir, log }), { message: new RegExp(`in use by process ${starter.pid}`) });
  t.match(await askJetStream(url, '$JS.API.INFO'), { streams: 0 });
});

t.test(
  'a test may kill its NATS and start it again at the same URL, with its store or without',
  async (t) => {
    const nats = await testNats(t);
    await askJetStream(nats.url, CREATE, { body: DEFINITION });
    nats.kill('SIGKILL');
    await nats.start();
    t.match(await askJetStream(nats.url, INFO), { config: { name: 'calls' } });
    nats.kill('SIGKILL');
    nats.wipe();
    await nats.start();
    t.match(await askJetStream(nats.url, INFO), { error: { code: 404 } });
  },
);

t.test('a server that ended is restarted at its old URL', async (t) => {
  const dataDir = temporaryDataDir(t);
  const first = await start(t, dataDir);
  process.kill(first.pid ?? 0, 'SIGKILL');
  t.equal(await first.exited, 'signal SIGKILL');
  const second = await startNats({ dataDir, log, port: Number(new URL(first.url).port) });
  t.teardown(() => second.stop());
  t.equal(second.url, first.url);
});

t.test('a NATS whose store is deleted while it runs ends, so that it can start an empty one', async (t) => {
  const dataDir = temporaryDataDir(t);
  const nats = await start(t, dataDir);
  await askJetStream(nats.url, CREATE, { body: DEFINITION });
  // Longer than the pause between two looks at the store.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  rmSync(path.join(dataDir, 'nats/store'), { recursive: true, force: true });
  t.equal(await nats.exited, 'signal SIGKILL');
  const again = await startNats({ dataDir, log, port: Number(new URL(nats.url).port) });
  t.teardown(() => again.stop());
  t.match(await askJetStream(again.url, '$JS.API.INFO'), { streams: 0 });
});

t.test('a NATS whose JetStream stands still is ended, and one that answers is not', async (t) => {
  const { [natsServer.command]: binary = '' } = await ensureCommands([natsServer], log);
  const credentials = { user: 'somebody', pass: 'a password' };
  const authorization = 'authorization { user: somebody, password: "a password" }';
  const folder = temporaryDataDir(t);
  const { url, server, stop } = await startNatsProcess({ binary, folder, log, authorization });
  t.teardown(stop);
  const said: string[] = [];
  const watched = watchJetStream(url, server, { credentials, log: (line) => said.push(line), checkMs: 100 });
  for (let asked = 0; asked < 3; asked += 1)
    t.match(await askJetStream(url, '$JS.API.INFO', { credentials }), { streams: 0 });
  t.notOk(server.hasExited());
  server.kill('SIGSTOP');
  await watched;
  t.equal(await server.exited, 'signal SIGKILL');
  t.match(said, [/restarting NATS/]);
});

t.test('a configured NATS is used as it is, and named when it does not answer', async (t) => {
  const { url } = await testNats(t);
  const dataDir = temporaryDataDir(t);
  const nats = await startNats({ dataDir, log, url: `nats://127.0.0.1:1,${url}` });
  t.match(nats, { url: `nats://127.0.0.1:1,${url}`, pid: null });
  await nats.stop();
  t.match(await askJetStream(url, '$JS.API.INFO'), { streams: 0 }, 'and not stopped');
  await t.rejects(startNats({ dataDir, log, url: 'nats://127.0.0.1:1' }), {
    message: /^NATS_URL \(127\.0\.0\.1:1\) does not answer\. Start it, or unset NATS_URL/,
  });
});
