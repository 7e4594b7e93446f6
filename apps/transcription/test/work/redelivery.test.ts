import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { testNats } from '@debrief/local/testing';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import type { Transcribe } from '../../src/work/transcribe-recording.ts';
import { sweepWorkFolders } from '../../src/work/work-folder.ts';
import { pipeline, transcript } from '../fixtures/pipeline.ts';
import { httpHost } from '../fixtures/recording-host.ts';
import { until } from '../fixtures/until.ts';
import { runWorker, submitter, workFolder } from '../fixtures/worker.ts';

const log = createLogger({ name: 'transcription', level: 'silent' });

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

// Each test has a server of its own and mostly waits.
t.jobs = 4;

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

t.test('a stopping worker gives its recordings to another at once, also one that waits', async (t) => {
  const stopped = stoppable();
  const { nats, results, host, worker, workDir } = await pipeline(t, stopped.transcribe);
  await results.submit(`${host.origin}/`);
  await results.submit(`${host.origin}/`);
  const seen = () => new Set(results.progress.map(({ recording_id }) => recording_id)).size;
  await until(() => stopped.running === 1 && seen() === 2);
  await worker.close();
  t.equal(stopped.running, 0);
  t.same(await readdir(workDir), []);
  const next = await runWorker({ natsUrl: nats.url, transcribe: async () => transcript, workDir });
  t.teardown(() => next.close());
  await until(() => results.transcribed.length === 2);
  t.same(results.failed, []);
});

t.test('stopping is not a failure of a recording, not even at its last delivery', async (t) => {
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
  const outage = Promise.withResolvers<void>();
  const { nats, results, host } = await pipeline(t, async () => {
    made += 1;
    await outage.promise;
    return transcript;
  });
  await results.submit(`${host.origin}/`);
  await until(() => made > 0);
  nats.kill('SIGKILL');
  outage.resolve();
  await nats.start();
  await until(() => results.transcribed.length >= 1);
  t.equal(results.transcribed.length, 1);
  t.same(results.failed, []);
});
