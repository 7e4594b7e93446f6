import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openAudioStore } from '@debrief/audio-store/open-audio-store';
import { makeUploadUrl, uploadKey } from '@debrief/audio-store/upload-key';
import t, { type Test } from 'tap';
import { type ReadUploadOptions, readUpload } from '../../src/download/read-upload.ts';
import { RecordingFailure } from '../../src/recording-failure.ts';
import { TransientFailure } from '../../src/transient-failure.ts';

const limits = {
  maxBytes: 100,
  timeoutMs: 10_000,
  idleTimeoutMs: 10_000,
  minBytesPerSecond: 0,
  stretchMs: 1,
};

/** An upload of ten bytes, and how it is read. */
async function scene(t: Test) {
  const folder = t.testdir({ store: {} });
  const store = await openAudioStore({ AUDIO_URL: `file://${folder}/store`, AUDIO_S3_REGION: '' });
  const [integrationId, url] = [randomUUID(), makeUploadUrl()];
  const never = { signal: new AbortController().signal, onProgress: () => undefined };
  await store?.write(uploadKey(integrationId, url), Readable.from([Buffer.from('ten bytes.')]), never);
  const file = join(folder, 'recording');
  const read = (change: Partial<ReadUploadOptions> = {}) =>
    readUpload({ ...never, ...{ store, integrationId, url, file, limits }, ...change });
  return { read, file };
}

async function failed(reading: Promise<number>, type: typeof RecordingFailure | typeof TransientFailure) {
  const error = await reading.catch((error: unknown) => error);
  return error instanceof type ? error.failure.code : error;
}

t.test('an upload is read into the folder of its work', async (t) => {
  const { read, file } = await scene(t);
  let steps = 0;
  const onProgress = () => {
    steps += 1;
  };
  t.equal(await read({ onProgress }), 10);
  t.equal(await readFile(file, 'utf8'), 'ten bytes.');
  t.ok(steps > 0);
});

t.test('what another tenant uploaded is not there, by whatever name', async (t) => {
  const { read } = await scene(t);
  t.equal(await failed(read({ integrationId: randomUUID() }), RecordingFailure), 'upload_gone');
});

t.test('an upload larger than the limit cannot be transcribed', async (t) => {
  const { read } = await scene(t);
  const small = { ...limits, maxBytes: 9 };
  t.equal(await failed(read({ limits: small }), RecordingFailure), 'download_too_large');
});

t.test('a worker without the store tries again later', async (t) => {
  const { read } = await scene(t);
  t.equal(await failed(read({ store: null }), TransientFailure), 'upload_unreadable');
});

t.test('work that is over ends with its own reason', async (t) => {
  const { read } = await scene(t);
  await t.rejects(read({ signal: AbortSignal.abort(new Error('not held')) }), /not held/);
});
