import { readdir, readFile, stat } from 'node:fs/promises';
import { failure } from '@debrief/contracts/failures';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import t from 'tap';
import { RecordingFailure } from '../../src/recording-failure.ts';
import { TransientFailure } from '../../src/transient-failure.ts';
import { pipeline, transcript } from '../fixtures/pipeline.ts';
import { closedPort, httpHost } from '../fixtures/recording-host.ts';
import { until } from '../fixtures/until.ts';

function mustNotTranscribe(): Promise<Transcript> {
  return Promise.reject(new Error('nothing was downloaded'));
}

// Each test has a server of its own and mostly waits.
t.jobs = 4;

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
  t.ok(tries.length >= 2, 'progress at each try');
});

t.test('a recording becomes a transcript, and each stage is reported on the way', async (t) => {
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

t.test('an unexpected error reaches the client as internal only', async (t) => {
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
