import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { failure } from '@debrief/contracts/failures';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { testNats } from '@debrief/local/testing';
import { createLogger } from '@debrief/service-kit/logger';
import t, { type Test } from 'tap';
import { RecordingFailure } from '../../src/recording-failure.ts';
import { TransientFailure } from '../../src/transient-failure.ts';
import type { Transcribe } from '../../src/work/transcribe-recording.ts';
import { sweepWorkFolders } from '../../src/work/work-folder.ts';
import { closedPort, httpHost } from '../fixtures/recording-host.ts';
import { runWorker, submitter, until, workFolder } from '../fixtures/worker.ts';

const log = createLogger({ name: 'transcription', level: 'silent' });

const transcript: Transcript = {
  engine: { name: 'stand-in', version: '1', model: 'none' },
  quality: 'low',
  language: 'en',
  channels: 'mono',
  duration_seconds: 1,
  speakers: { agent: 'Alex Agent', contact: 'Casey Contact', method: 'opening', confidence: 0.5 },
  segments: [],
};

function mustNotTranscribe(): Promise<Transcript> {
  return Promise.reject(new Error('nothing was downloaded'));
}

/** An engine that works until it is stopped. */
function stoppable(): { running: number; transcribe: Transcribe } {
  const state = {
    running: 0,
    transcribe({ signal }: { signal: AbortSignal }) {
      const { promise, reject } = Promise.withResolvers<Transcript>();
      state.running += 1;
      signal.addEventListener('abort', () => {
        state.running -= 1;
        reject(signal.reason);
      });
      return promise;
    },
  };
  return state;
}

/** NATS, a worker around an engine, a recording host, and who submits. */
async function pipeline(t: Test, transcribe: Transcribe) {
  const nats = await testNats(t);
  const workDir = await workFolder(t);
  const results = await submitter(t, nats.url);
  const host = await httpHost(t, (request, response) => {
    const status = Number(/^\/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    response.writeHead(status).end('audio');
  });
  const worker = await runWorker({ natsUrl: nats.url, transcribe, workDir });
  t.teardown(() => worker.close());
  return { nats, workDir, results, host, worker };
}

t.test('a recording that is not there fails once, with the reason and nothing left behind', async (t) => {
  const { results, host, workDir } = await pipeline(t, mustNotTranscribe);
  const recording = await results.submit(`${host.origin}/status/404`);
  await until(() => results.failed.length === 1);
  t.same(results.failed, [
    { recording, stage: 'transcription', error: failure('download_not_found', 'HTTP 404') },
  ]);
  const { integration_id, recording_id, attempt } = recording;
  t.same(results.progress[0], { integration_id, recording_id, attempt, status: 'DOWNLOADING', progress: 5 });
  t.same(await readdir(workDir), []);
});

t.test('an address that is not public fails at once', async (t) => {
  const { results } = await pipeline(t, mustNotTranscribe);
  await results.submit('http://169.254.169.254/latest/meta-data/');
  await until(() => results.failed.length === 1);
  t.match(results.failed, [{ error: { code: 'download_refused', retryable: false } }]);
});

t.test('a failure that may pass is tried again, and ends the recording at the last try', async (t) => {
  const { results, host } = await pipeline(t, mustNotTranscribe);
  await results.submit(`${host.origin}/status/503`);
  await results.submit(`http://127.0.0.1:${await closedPort()}/`);
  await until(() => results.failed.length === 2);
  const messages = results.failed.map(({ error }) => error.message).sort();
  t.same(messages, [
    failure('download_failed', 'HTTP 503').message,
    failure('download_failed', 'connection refused').message,
  ]);
  const tries = results.progress.filter(
    ({ recording_id }) => recording_id === results.failed[0]?.recording.recording_id,
  );
  t.ok(tries.length >= 2, 'told at each try');
});

t.test('a recording becomes a transcript, each stage told on the way', async (t) => {
  let seen = '';
  const { results, host, workDir } = await pipeline(t, async ({ file, folder, onProgress }) => {
    seen = await readFile(file, 'utf8');
    t.equal((await stat(folder)).mode & 0o777, 0o700);
    onProgress(0.5);
    await until(() => results.progress.some(({ progress }) => progress === 35));
    return transcript;
  });
  const recording = await results.submit(`${host.origin}/call.wav`);
  await until(() => results.transcribed.length === 1);
  t.equal(seen, 'audio');
  t.same(results.transcribed, [{ recording, transcript }]);
  t.same(
    results.progress.map(({ status, progress }) => [status, progress]),
    [
      ['DOWNLOADING', 5],
      ['TRANSCRIBING', 10],
      ['TRANSCRIBING', 35],
    ],
  );
  t.same(await readdir(workDir), []);
  t.same(results.failed, []);
});

t.test('an engine that fails passes or not as it says', async (t) => {
  let tries = 0;
  const { results, host } = await pipeline(t, async ({ recording }) => {
    if (recording.user_name === 'Damaged') throw new RecordingFailure(failure('audio_undecodable'));
    tries += 1;
    if (tries === 1) throw new TransientFailure(failure('engine_failed'));
    return transcript;
  });
  await results.submit(`${host.origin}/`, { user_name: 'Damaged' });
  await until(() => results.failed.length === 1);
  t.match(results.failed, [{ error: failure('audio_undecodable') }]);
  await results.submit(`${host.origin}/`);
  await until(() => results.transcribed.length === 1);
  t.equal(tries, 2);
});

t.test('an unexpected error tells the client nothing of itself', async (t) => {
  const { results, host } = await pipeline(t, async () => {
    throw new Error('secret path /srv/models');
  });
  await results.submit(`${host.origin}/`);
  await until(() => results.failed.length === 1);
  t.match(results.failed, [{ error: failure('internal') }]);
});

t.test('a slow host holds up nobody else', async (t) => {
  const { results, host } = await pipeline(t, async () => transcript);
  const silent = await httpHost(t, () => {});
  await results.submit(`${silent.origin}/`);
  await until(() => results.progress.length > 0);
  await results.submit(`${host.origin}/`);
  await until(() => results.transcribed.length === 1);
  t.same(results.failed, []);
});

t.test('no more recordings are transcribed at once than there are engines', async (t) => {
  let running = 0;
  let most = 0;
  const { results, host } = await pipeline(t, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 50));
    running -= 1;
    return transcript;
  });
  for (let index = 0; index < 5; index += 1) await results.submit(`${host.origin}/`);
  await until(() => results.transcribed.length === 5);
  t.equal(most, 1);
});

t.test('an attempt that is worked on twice gives one result', async (t) => {
  let made = 0;
  const { results, host } = await pipeline(t, async () => {
    made += 1;
    return transcript;
  });
  await results.submit(`${host.origin}/`, {}, 2);
  await results.submit(`${host.origin}/status/404`, {}, 2);
  await results.submit(`${host.origin}/`, { user_name: 'Last' });
  await until(() => results.transcribed.some(({ recording }) => recording.user_name === 'Last'));
  await until(() => made === 3 && results.failed.length > 0);
  t.equal(results.transcribed.length, 2);
  t.equal(results.failed.length, 1);
});

t.test('a stopping worker gives its recording to another at once', async (t) => {
  const stopped = stoppable();
  const { nats, results, host, worker, workDir } = await pipeline(t, stopped.transcribe);
  await results.submit(`${host.origin}/`);
  await until(() => stopped.running === 1);
  await worker.close();
  t.equal(stopped.running, 0);
  t.same(await readdir(workDir), []);
  const next = await runWorker({ natsUrl: nats.url, transcribe: async () => transcript, workDir });
  t.teardown(() => next.close());
  await until(() => results.transcribed.length === 1);
  t.same(results.failed, []);
});

t.test('stopping is no failure of a recording, not even at its last delivery', async (t) => {
  const stopped = stoppable();
  let tries = 0;
  const { nats, results, host, worker, workDir } = await pipeline(t, (input) => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('failed')) : stopped.transcribe(input);
  });
  await results.submit(`${host.origin}/`);
  await until(() => stopped.running === 1);
  await worker.close();
  const next = await runWorker({ natsUrl: nats.url, transcribe: async () => transcript, workDir });
  t.teardown(() => next.close());
  await results.submit(`${host.origin}/`);
  await until(() => results.transcribed.length === 1);
  t.same(results.failed, []);
});

t.test('a killed worker’s recording comes to another, and its files go at the next start', async (t) => {
  const nats = await testNats(t);
  const workDir = await workFolder(t);
  const results = await submitter(t, nats.url);
  const host = await httpHost(t, (_request, response) => response.end('audio'));
  const program = fileURLToPath(new URL('../fixtures/stuck-worker.ts', import.meta.url));
  const killed: ChildProcess = spawn(process.execPath, [program, nats.url, workDir], { stdio: 'inherit' });
  t.teardown(() => killed.kill('SIGKILL'));
  await results.submit(`${host.origin}/`);
  await until(() => results.progress.some(({ status }) => status === 'TRANSCRIBING'));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  t.equal((await readdir(workDir)).length, 1);
  t.equal(await sweepWorkFolders(workDir, log), 1);
  t.same(await readdir(workDir), []);
  const worker = await runWorker({ natsUrl: nats.url, transcribe: async () => transcript, workDir });
  t.teardown(() => worker.close());
  await until(() => results.transcribed.length === 1);
  t.same(results.failed, []);
});

t.test('a transcript survives an outage of NATS and arrives once', async (t) => {
  let made = 0;
  const { nats, results, host } = await pipeline(t, async () => {
    made += 1;
    if (made === 1) nats.kill('SIGKILL');
    return transcript;
  });
  await results.submit(`${host.origin}/`);
  await until(() => made > 0);
  await nats.start();
  await until(() => results.transcribed.length >= 1);
  t.equal(results.transcribed.length, 1);
  t.same(results.failed, []);
});
