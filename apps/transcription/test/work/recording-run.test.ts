import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { failure } from '@debrief/contracts/failures';
import t from 'tap';
import { TransientFailure } from '../../src/transient-failure.ts';
import { absentEngine, engineThat } from '../fixtures/engine-that.ts';
import { Gate } from '../fixtures/gate.ts';
import type { Row } from '../fixtures/ingest-stand-in.ts';
import { convert, hostShortCall, sampleCall } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';
import { pipeline } from '../fixtures/worker.ts';

const shortCall = await hostShortCall(t.testdir({}));

const gated = (name: string) => ({ ai_models: [{ model: name, type: 'transcription' }] });

// Each test has a server of its own and mostly waits.
t.jobs = 2;

t.test('a call becomes a transcript, and its progress renews the lease', async (t) => {
  const word = { text: 'solar', startTime: 0.2, endTime: 0.6, confidence: 1 };
  const engines = [engineThat(async () => [word])];
  const { ingest, host, workDir } = await pipeline(t, shortCall, { engines });
  const [row] = await ingest.submit({ url: `${host.origin}/call` });
  await until(() => row?.state === 'transcribed');
  t.match(row?.transcript?.segments[0]?.text, /solar/i);
  const said = row?.renewals.map(({ status, progress }) => `${status} ${progress}`) ?? [];
  t.ok(said.includes('TRANSCRIBING 10'));
  t.ok(row?.renewals.some(({ audio_seconds }) => Math.abs((audio_seconds ?? 0) - 2.84) < 0.2));
  await until(async () => (await readdir(workDir)).length === 0);
});

t.test('the windows of one recording are heard on all cores at once', async (t) => {
  const folder = t.testdir({});
  const call = await readFile(await sampleCall(folder, 'long.mp3', { spans: [[0, 89]], seconds: 89 }));
  const gate = new Gate();
  const listener: RequestListener = (_, response) => response.end(call);
  const { ingest, host } = await pipeline(t, listener, { engines: [gate.engine('one')] });
  const [row] = await ingest.submit({ url: host.origin });
  const cores = availableParallelism();
  // The call has more windows than four.
  await until(() => gate.running.length >= Math.min(cores, 4));
  t.ok(gate.running.length <= cores);
  gate.open();
  await until(() => row?.state === 'transcribed');
});

t.test('what can never be transcribed fails, and what may pass is tried again', async (t) => {
  const { ingest, host, workDir } = await pipeline(t, shortCall);
  const rows = await ingest.submit(
    { url: `${host.origin}/status/404` },
    { url: 'http://169.254.169.254/latest/meta-data/' },
    { url: `${host.origin}/status/503` },
  );
  await until(() => rows.every(({ state }) => state === 'released'));
  t.match(
    rows.map(({ releases }) => releases[0]),
    [
      { outcome: 'failed', error: failure('download_not_found', 'HTTP 404') },
      { outcome: 'failed', error: { code: 'download_refused' } },
      { outcome: 'retry', error: failure('download_failed', 'HTTP 503'), retry_after_seconds: 40 },
    ],
  );
  t.same(await readdir(workDir), []);
});

t.test('a private store is open to the recordings of the integration that it is allowed for', async (t) => {
  const { ingest, host } = await pipeline(t, shortCall);
  const url = `http://localhost:${host.port}/status/404`;
  const rows = await ingest.submit({ url, allowedHosts: [`localhost:${host.port}`] }, { url });
  await until(() => rows.every(({ state }) => state === 'released'));
  t.match(
    rows.map(({ releases }) => releases[0]?.error?.code),
    ['download_not_found', 'download_refused'],
  );
});

t.test('without an engine a recording waits, and is not even downloaded', async (t) => {
  let requests = 0;
  const engines = [absentEngine];
  const { ingest, host } = await pipeline(t, () => (requests += 1), { engines });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'wait', error: failure('engine_unavailable') }]);
  t.equal(requests, 0);
});

t.test('an engine that crashes is worth another try', async (t) => {
  const crashing = engineThat(() => Promise.reject(new TransientFailure(failure('engine_failed'))));
  const { ingest, host, workDir } = await pipeline(t, shortCall, { engines: [crashing] });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'retry', error: failure('engine_failed') }]);
  await until(async () => (await readdir(workDir)).length === 0);
});

t.test('a recording that waits for an engine says so, and loses nothing by it', async (t) => {
  const gate = new Gate();
  const { ingest, host } = await pipeline(t, shortCall, {
    engines: [gate.engine('one')],
    leaseSeconds: 2,
    env: { ENGINE_PLACES: '1' },
  });
  const rows = await ingest.submit(
    { url: host.origin, recording: gated('one') },
    { url: host.origin, recording: gated('one') },
  );
  const isTranscribing = (row: Row) => row.renewals.some(({ status }) => status === 'TRANSCRIBING');
  await until(() => rows.some(isTranscribing));
  const waiting = rows.find((row) => !isTranscribing(row));
  const waits = () => waiting?.renewals.filter((renewal) => renewal.paused).length ?? 0;
  await until(() => waits() >= 6);
  t.same(waiting?.releases, []);
  gate.open();
  await until(() => waiting?.state === 'transcribed');
});

t.test('what was submitted again is behind what was queued in between', async (t) => {
  const gate = new Gate();
  const { ingest, host } = await pipeline(t, shortCall, {
    engines: ['first', 'again', 'between'].map((name) => gate.engine(name)),
    env: { ENGINE_PLACES: '1' },
  });
  const integration_id = '00000000-0000-4000-8000-000000000001';
  const call = (name: string, day: number, queuedDay: number) => ({
    url: host.origin,
    queuedAt: `2026-11-0${queuedDay}T10:00:00.000Z`,
    recording: { ...gated(name), integration_id, created_date: `2026-11-0${day}T10:00:00.000Z` },
  });
  await ingest.submit(call('first', 1, 1));
  await until(() => gate.running.length === 1);
  const waiting = await ingest.submit(call('again', 1, 3), call('between', 2, 2));
  await until(() => waiting.every(({ renewals }) => renewals.at(-1)?.audio_seconds != null));
  await until(() => waiting.every(({ renewals }) => renewals.at(-1)?.paused === true));
  gate.open();
  await until(() => waiting.every(({ state }) => state === 'transcribed'));
  t.ok(gate.begun.indexOf('between') < gate.begun.indexOf('again'), gate.begun.join());
});

t.test('a finished transcript is kept through an outage of ingest', async (t) => {
  const gate = new Gate();
  const { ingest, host } = await pipeline(t, shortCall, { engines: [gate.engine('one')] });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => gate.running.length > 0);
  await ingest.leave();
  gate.open();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  t.equal(row?.state, 'held');
  await ingest.comeBack();
  await until(() => row?.state === 'transcribed');
  t.equal(row?.claims, 1);
});

t.test('a finished transcript is kept through an outage of NATS', async (t) => {
  const gate = new Gate();
  const { nats, ingest, host } = await pipeline(t, shortCall, { engines: [gate.engine('one')] });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => gate.running.length > 0);
  nats.kill('SIGKILL');
  gate.open();
  await nats.start();
  await until(() => row?.state === 'transcribed');
  t.equal(row?.claims, 1);
});

t.test('no more recordings are decoded at once than one or two for each core', async (t) => {
  const tone = ['-f', 'lavfi', '-i', 'sine=f=440:r=16000', '-t', '400'];
  const long = await readFile(await convert(t.testdir({}), 'tone.flac', ...tone));
  const gate = new Gate();
  gate.open();
  const { ingest, host, workDir } = await pipeline(t, (_request, response) => response.end(long), {
    engines: [gate.engine('one')],
    cap: 100,
  });
  const cores = availableParallelism();
  const rows = await ingest.submit(...Array.from({ length: cores + 4 }, () => ({ url: host.origin })));
  let most = 0;
  await until(async () => {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args=']);
    const decoders = stdout.split('\n').filter((line) => line.startsWith('ffmpeg') && line.includes(workDir));
    most = Math.max(most, decoders.length);
    return rows.every(({ state }) => state === 'transcribed');
  });
  // Of as many integrations: one that has none gets a place beyond the cores.
  // On a busy machine one may be over before the next begins.
  t.ok(most >= 1 && most <= 2 * cores, `${most} at once`);
});
