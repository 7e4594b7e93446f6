import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { failure } from '@debrief/contracts/failures';
import { testNats } from '@debrief/local/testing';
import t, { type Test } from 'tap';
import { ingestStandIn } from './fixtures/ingest-stand-in.ts';
import { httpHost } from './fixtures/recording-host.ts';
import { runningApp } from './fixtures/running-app.ts';
import { convert, sampleCall } from './fixtures/sample-call.ts';
import { error, json, speechEndpoint } from './fixtures/speech-endpoint.ts';
import { until } from './fixtures/until.ts';
import { workFolder } from './fixtures/worker.ts';

const folder = t.testdir({});
const anull = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=stereo', '-t', '1'];
const [brief, long, silence] = await Promise.all(
  [
    sampleCall(folder, 'brief.mp3'),
    // Takes long enough to be stopped.
    sampleCall(folder, 'long.mp3', { spans: [[0, 8]] }),
    convert(folder, 'silence.mp3', ...anull),
  ].map(async (file) => readFile(await file)),
);

/** NATS, ingest's stand-in, and a host of recordings; and what the app is started with. */
async function stack(t: Test) {
  const nats = await testNats(t);
  const workDir = await workFolder(t);
  const env = {
    NATS_URL: nats.url,
    WORK_DIR: workDir,
    MODELS_DIR: workDir,
    ALLOW_DOWNLOAD_FROM: '127.0.0.1',
    POLL_SECONDS: '3600',
    ENGINE_PLACES: '1',
  };
  const ingest = await ingestStandIn(t, nats.url);
  const host = await httpHost(t, (request, response) => {
    if (request.url === '/page') response.end('<!doctype html><title>Sign in</title>');
    else if (request.url === '/silent') request.on('error', () => {});
    else response.end(request.url === '/long' ? served.long : brief);
  });
  /** Words are recognised at a second of computing for two: only what is stopped needs many. */
  const served = { long };
  return { env, ingest, host, workDir, served };
}

// Each test has servers of its own and mostly waits.
t.jobs = 2;

t.test('a submitted call becomes a transcript that says who spoke', async (t) => {
  const { env, ingest, host, workDir } = await stack(t);
  const app = await runningApp(t, env);
  const [row] = await ingest.submit({ url: `${host.origin}/call` });
  await until(() => row?.state !== 'queued' && row?.state !== 'held');
  t.same(row?.releases, []);
  const { segments = [], duration_seconds = 0 } = row?.transcript ?? {};
  t.ok(duration_seconds > 2.7);
  const saidBy = (name: string) =>
    segments.flatMap(({ speaker, text }) => (speaker === name ? text : [])).join(' ');
  t.match(saidBy('David Miller'), /this is David Miller/i);
  t.match(saidBy('Susan Parker'), /few minutes/i);
  await until(async () => (await readdir(workDir)).length === 0);

  const ended = 'debrief_transcription_tries_total{outcome="transcribed",code="",service="transcription"} 1';
  let metrics = '';
  // Counted when ingest has answered, so a moment after ingest has the transcript.
  await until(async () => {
    metrics = await (await fetch(new URL('/metrics', app.healthUrl))).text();
    return metrics.includes(ended);
  });
  t.match(metrics, `debrief_transcription_downloaded_bytes_total{service="transcription"} ${brief?.length}`);
  t.match(metrics, 'debrief_transcription_held{state="downloading",service="transcription"} 0');
  t.equal((await fetch(app.healthUrl)).status, 200);
  t.equal(await app.stop('SIGTERM'), 0);
});

t.test('a call is heard by the speech endpoint that the environment names', async (t) => {
  const { env, ingest, host } = await stack(t);
  const endpoint = await speechEndpoint(t, (response, { isSilent }) =>
    json(response, { text: isSilent ? '' : 'This is David Miller.', language: 'english' }),
  );
  endpoint.next.push(error(429, 'rate_limit_exceeded', { headers: { 'retry-after': '0.1' } }));
  const app = await runningApp(t, {
    ...env,
    ...{ SPEECH_ENDPOINT_URL: endpoint.base, SPEECH_ENDPOINT_MODEL: 'whisper-1' },
    ...{ SPEECH_ENDPOINT_API_KEY: 'sk-secret', SPEECH_ENDPOINT_MINUTES_PER_DAY: '5' },
  });
  const [row] = await ingest.submit({ url: `${host.origin}/call` });
  await until(() => row?.state === 'transcribed');
  t.match(row?.transcript, {
    engine: { name: 'openai-compatible', model: 'whisper-1' },
    language: 'en',
    segments: [{ text: 'This is David Miller.' }, { text: 'This is David Miller.' }],
  });
  t.match(endpoint.windows(), [{ key: 'Bearer sk-secret' }, {}, {}]);
  t.match(row?.spent.at(-1), { seconds: Number });
  const readiness = await (await fetch(app.healthUrl)).text();
  t.match(readiness, 'openai-compatible 1, model whisper-1');
  t.notMatch(readiness, 'sk-secret');
});

t.test('what is not a recording fails with its reason', async (t) => {
  const { env, ingest, host, workDir } = await stack(t);
  await runningApp(t, env);
  const rows = await ingest.submit({ url: `${host.origin}/page` }, { url: 'http://127.0.0.2/call' });
  await until(() => rows.every(({ state }) => state === 'released'));
  t.match(
    rows.map(({ releases }) => releases),
    [
      [{ outcome: 'failed', error: { code: 'audio_unsupported' } }],
      [{ outcome: 'failed', error: { code: 'download_refused' } }],
    ],
  );
  t.same(await readdir(workDir), []);
});

t.test('a stopping app hands everything on at once, and the next has it', async (t) => {
  const { env, ingest, host, workDir, served } = await stack(t);
  const app = await runningApp(t, env);
  const rows = await ingest.submit(
    { url: `${host.origin}/long` },
    { url: `${host.origin}/long` },
    { url: `${host.origin}/silent` },
  );
  await until(() => rows.some(({ renewals }) => renewals.some(({ status }) => status === 'TRANSCRIBING')));
  await until(() => rows.some(({ renewals }) => renewals.at(-1)?.paused === true));
  const stoppedAt = performance.now();
  t.equal(await app.stop('SIGTERM'), 0);
  // A bound of the contract with whoever restarts it, and not a measurement.
  t.ok(performance.now() - stoppedAt < 4_000);
  t.same(
    rows.map(({ state }) => state),
    ['queued', 'queued', 'queued'],
  );
  t.ok(rows.every(({ releases }) => releases[0]?.outcome === 'handed_on'));
  t.same(await readdir(workDir), []);
  served.long = silence;
  await runningApp(t, env);
  await until(() => rows.filter(({ state }) => state === 'transcribed').length === 2);
});

t.test('what a killed app left behind goes at the next start, which gives it back', async (t) => {
  const { env, ingest, host, workDir } = await stack(t);
  const app = await runningApp(t, env);
  const [silent] = await ingest.submit({ url: `${host.origin}/silent` });
  const [begun] = await ingest.submit({ url: `${host.origin}/long` });
  await until(() => begun?.renewals.some(({ status }) => status === 'TRANSCRIBING') ?? false);
  t.equal(await app.stop('SIGKILL'), 'SIGKILL');
  t.equal((await readdir(workDir)).length, 2);
  await runningApp(t, env);
  await until(() => [silent, begun].every((row) => row?.releases.length === 1));
  t.match(silent?.releases, [{ outcome: 'lost', error: null }]);
  t.match(begun?.releases, [{ outcome: 'lost', error: null }], 'whether it counts is for ingest to say');
});

/** A folder on a disk of 64 KiB, which is seen by the app alone. */
const smallDisk = [
  'unshare',
  '-m',
  '--',
  'sh',
  '-c',
  'mount -t tmpfs -o size=64k tmpfs "$WORK_DIR" && exec "$@"',
  'sh',
];
const canMount =
  spawnSync('sh', [
    '-c',
    'd=$(mktemp -d) && unshare -m -- mount -t tmpfs -o size=64k tmpfs "$d" && rmdir "$d"',
  ]).status === 0;

t.test('a full disk is waited for', { skip: !canMount && 'this account may not mount' }, async (t) => {
  const { env, ingest, host } = await stack(t);
  await runningApp(t, env, smallDisk);
  const [row] = await ingest.submit({ url: `${host.origin}/call` });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'wait', error: failure('disk_full') }]);
});

t.test('a worker that was frozen drops what was taken from it, and goes on with the rest', async (t) => {
  const { env, ingest, host } = await stack(t);
  const app = await runningApp(t, { ...env, ENGINE_PLACES: '2' });
  const [lost, kept] = await ingest.submit({ url: `${host.origin}/long` }, { url: `${host.origin}/call` });
  await until(() => [lost, kept].every((row) => row?.state === 'held'));
  process.kill(app.pid, 'SIGSTOP');
  if (lost !== undefined) ingest.take(lost);
  await promisify(execFile)('sleep', ['1']);
  process.kill(app.pid, 'SIGCONT');
  await until(() => kept?.state === 'transcribed');
  t.same([lost?.transcript, lost?.releases, kept?.releases], [null, [], []]);
});

t.test('an allow-list that cannot be meant ends the app', async (t) => {
  const nats = await testNats(t);
  const env = { NATS_URL: nats.url, ALLOW_DOWNLOAD_FROM: '*', LOG_LEVEL: 'silent' };
  await t.rejects(runningApp(t, env), { message: /status 1/ });
});
