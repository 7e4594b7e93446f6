import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '@debrief/service-kit/config';
import t from 'tap';
import { settings } from '../../src/config.ts';
import { absentEngine, engineThat } from '../fixtures/engine-that.ts';
import { Gate } from '../fixtures/gate.ts';
import { sampleCall } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';
import { pipeline } from '../fixtures/worker.ts';

const audio = await readFile(await sampleCall(t.testdir({}), 'call.mp3'));
const nothing = (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
  response.writeHead(404).end();

// Each test has a server of its own and mostly waits.
t.jobs = 2;

t.test(
  'a batch of submissions starts work on all of them, also one too large to be sent as it is',
  async (t) => {
    const { ingest, host } = await pipeline(t, nothing);
    const rows = await ingest.submit(...Array.from({ length: 200 }, () => ({ url: host.origin })));
    await until(() => rows.every(({ state }) => state === 'released'));
    t.ok(rows.every(({ claims }) => claims === 1));
  },
);

t.test('what a lost answer handed out is handed out again', async (t) => {
  const { ingest, host } = await pipeline(t, nothing);
  ingest.loseAnswer();
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.ok((row?.claims ?? 0) > 1);
});

t.test('a submission that was not heard is found by the poll', async (t) => {
  const { ingest, host } = await pipeline(t, nothing, { env: { POLL_SECONDS: '0.2' } });
  const [row] = ingest.store({ url: host.origin });
  await until(() => row?.state === 'released');
});

t.test('and by a connection that is back', async (t) => {
  const { ingest, host, nats } = await pipeline(t, nothing);
  nats.kill('SIGKILL');
  const [row] = ingest.store({ url: host.origin });
  await nats.start();
  await until(() => row?.state === 'released');
});

t.test('polling cannot be turned off', async (t) => {
  const env = { NATS_URL: 'nats://127.0.0.1', POLL_SECONDS: '0' };
  t.throws(() => loadConfig(settings, env), { message: /POLL_SECONDS/ });
});

t.test('without an engine the backlog is not tried, until somebody asks again', async (t) => {
  const engines = [absentEngine];
  const { ingest, host } = await pipeline(t, nothing, { engines, env: { DOWNLOAD_PLACES: '2' } });
  ingest.store(...Array.from({ length: 20 }, () => ({ url: host.origin })));
  await ingest.submit({ url: host.origin });
  const released = () => ingest.rows.filter(({ state }) => state === 'released').length;
  await until(() => released() > 0);
  await delay(1_000);
  t.ok(released() <= 4, 'its free places, and one for each newcomer');
  const before = released();
  await ingest.submit({ url: host.origin });
  await until(() => released() > before);
});

t.test('no more is held than there are places, besides what has an engine', async (t) => {
  const gate = new Gate();
  const { ingest, host } = await pipeline(t, (_request, response) => response.end(audio), {
    engines: [gate.engine('one')],
    cap: 100,
    env: { DOWNLOAD_PLACES: '3', ENGINE_PLACES: '1' },
  });
  const { integration_id } = (await ingest.submit({ url: host.origin }))[0]?.recording ?? {};
  await until(() => gate.running.length === 1);
  const rows = await ingest.submit(
    ...Array.from({ length: 8 }, () => ({
      url: host.origin,
      recording: integration_id === undefined ? {} : { integration_id },
    })),
  );
  const held = () => ingest.rows.filter(({ state }) => state === 'held').length;
  await until(() => held() === 4);
  await new Promise((resolve) => setTimeout(resolve, 500));
  t.equal(held(), 4);
  gate.open();
  await until(() => rows.every(({ state }) => state === 'transcribed'));
});

t.test('a transcript of hours goes back in parts', async (t) => {
  const talkative = engineThat(async () =>
    Array.from({ length: 30_000 }, (_, index) => ({
      text: `wörd${index}😀`,
      startTime: index,
      endTime: index + 0.1,
      confidence: 1,
    })),
  );
  const { ingest, host } = await pipeline(t, (_request, response) => response.end(audio), {
    engines: [talkative],
  });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'transcribed');
  t.ok((row?.parts.length ?? 0) > 10);
  t.equal(row?.transcript?.segments.length, 60_000);
});
