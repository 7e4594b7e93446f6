import { readdir, readFile } from 'node:fs/promises';
import { testNats } from '@debrief/local/testing';
import t, { type Test } from 'tap';
import { httpHost } from './fixtures/recording-host.ts';
import { runningApp } from './fixtures/running-app.ts';
import { type Spans, sampleCall } from './fixtures/sample-call.ts';
import { until } from './fixtures/until.ts';
import { contracted, submitter, workFolder } from './fixtures/worker.ts';

/** Takes long enough to be stopped. */
const LONG: Spans = [[0, 14]];

/** NATS, the app, a host that has a part of the sample call, and who submits it. */
async function stack(t: Test, spans?: Spans) {
  const sample = await readFile(
    await sampleCall(t.testdir({}), 'call.mp3', spans === undefined ? {} : { spans }),
  );
  const nats = await testNats(t);
  const workDir = await workFolder(t);
  const env = { NATS_URL: nats.url, WORK_DIR: workDir, ALLOW_DOWNLOAD_FROM: '127.0.0.1' };
  const app = await runningApp(t, env);
  const results = await submitter(t, nats.url, contracted);
  const host = await httpHost(t, (request, response) => {
    if (request.url === '/missing') response.writeHead(404).end();
    else if (request.url === '/page') response.end('<!doctype html><title>Sign in</title>');
    else response.end(sample);
  });
  return { env, app, sample, results, host, workDir };
}

t.test('a submitted call becomes a transcript that says who spoke', async (t) => {
  const { app, sample, results, host, workDir } = await stack(t);
  const recording = await results.submit(`${host.origin}/call`);
  await until(() => results.transcribed.length + results.failed.length > 0, 60_000);
  t.same(results.failed, []);
  const [result] = results.transcribed;
  t.same(result?.recording, recording);
  const { segments, duration_seconds } = result?.transcript ?? { segments: [], duration_seconds: 0 };
  t.ok(duration_seconds > 2.7);
  const saidBy = (name: string) =>
    segments.flatMap(({ speaker, text }) => (speaker === name ? text : [])).join(' ');
  t.match(saidBy('David Miller'), /this is David Miller/i);
  t.match(saidBy('Susan Parker'), /few minutes/i);

  const reported = results.progress.map(({ status, progress }) => `${status} ${progress}`);
  t.equal(reported[0], 'DOWNLOADING 5');
  t.ok(reported.includes('TRANSCRIBING 10'));
  t.ok(results.progress.every(({ progress }) => progress <= 60));
  t.same(await readdir(workDir), []);

  const metrics = await (await fetch(new URL('/metrics', app.healthUrl))).text();
  t.match(
    metrics,
    /debrief_transcription_tries_total\{outcome="transcribed",code="",service="transcription"\} 1/,
  );
  t.match(metrics, `debrief_transcription_downloaded_bytes_total{service="transcription"} ${sample.length}`);
  t.equal((await fetch(app.healthUrl)).status, 200);
  t.equal(await app.stop('SIGTERM'), 0);
});

t.test('what is not a recording fails with its reason', async (t) => {
  const { results, host, workDir } = await stack(t);
  await results.submit(`${host.origin}/missing`);
  await results.submit(`${host.origin}/page`);
  await results.submit('http://127.0.0.2/call');
  await until(() => results.failed.length === 3);
  t.same(results.failed.map(({ error }) => error.code).sort(), [
    'audio_unsupported',
    'download_not_found',
    'download_refused',
  ]);
  t.same(results.transcribed, []);
  t.same(await readdir(workDir), []);
});

t.test(
  'a call left by a stopping app is transcribed by the next, which sweeps after a killed one',
  async (t) => {
    const { env, app, results, host, workDir } = await stack(t, LONG);
    const isTranscribing = () => results.progress.some(({ status }) => status === 'TRANSCRIBING');
    await results.submit(`${host.origin}/call`);
    await until(isTranscribing);
    t.equal(await app.stop('SIGTERM'), 0);
    t.same(await readdir(workDir), []);

    const killed = await runningApp(t, env);
    results.progress.length = 0;
    await until(isTranscribing);
    t.equal(await killed.stop('SIGKILL'), 'SIGKILL');
    t.equal((await readdir(workDir)).length, 1);

    await runningApp(t, env);
    t.same(await readdir(workDir), []);
    t.same(results.transcribed, []);
    t.same(results.failed, []);
  },
);

t.test('an allow-list that cannot be meant ends the app', async (t) => {
  const nats = await testNats(t);
  const env = { NATS_URL: nats.url, ALLOW_DOWNLOAD_FROM: '*', LOG_LEVEL: 'silent' };
  await t.rejects(runningApp(t, env), { message: /status 1/ });
});
