import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { makeAudioKey, parseAudioKey, recordingPrefix } from '../src/audio-key.ts';
import { type AudioStore, MARKER, readMarker } from '../src/audio-store.ts';
import { openAudioStore } from '../src/open-audio-store.ts';
import { isUploadUrl, makeUploadUrl, parseUploadKey, uploadKey } from '../src/upload-key.ts';
import { startS3 } from './fixtures/s3-server.ts';

const region = { AUDIO_S3_REGION: 'us-east-1' };
const never = { signal: new AbortController().signal, onProgress: () => undefined };
const owner = () => ({ integration_id: randomUUID(), recording_id: randomUUID(), attempt: 1 });

type Opened = Promise<{ store: AudioStore; away: () => Promise<unknown> }>;

const stores: Record<string, (t: Test) => Opened> = {
  async 'a folder'(t) {
    const folder = join(t.testdir({ store: {} }), 'store');
    const store = await opened({ AUDIO_URL: `file://${folder}`, ...region });
    return { store, away: () => rename(folder, `${folder}-away`) };
  },
  async 'a bucket of S3'(t) {
    t.testdir({});
    const { stop, ...config } = await startS3(t);
    const store = await opened(config);
    t.teardown(() => store.close());
    return { store, away: stop };
  },
};

async function opened(config: Parameters<typeof openAudioStore>[0]): Promise<AudioStore> {
  const store = await openAudioStore(config);
  if (store === null) throw new Error('nowhere');
  return store;
}

async function contentOf(store: AudioStore, key: string, range?: { start: number; end: number }) {
  const piece = await store.read(key, range);
  return piece === null ? null : { content: await buffer(piece.stream), bytes: piece.bytes };
}

for (const [name, open] of Object.entries(stores)) {
  t.test(`${name} gives back what was written, whole and by ranges`, async (t) => {
    const { store } = await open(t);
    const content = randomBytes(3_000_000);
    const file = source(t, content);
    const key = makeAudioKey(owner());
    let steps = 0;
    const onProgress = () => {
      steps += 1;
    };
    await store.write(key, file, { ...never, onProgress });
    t.ok(steps > 1, 'progress is said while it is written');
    const whole = await contentOf(store, key);
    t.equal(whole?.bytes, content.length);
    t.equal(hash(whole?.content), hash(content));
    const part = await contentOf(store, key, { start: 1_000_000, end: 1_000_099 });
    t.equal(part?.bytes, content.length, 'of a part, too, the length of the whole is said');
    t.ok(part?.content.equals(content.subarray(1_000_000, 1_000_100)));
    t.equal(await contentOf(store, makeAudioKey(owner())), null);
  });

  t.test(`${name} stores a stream whole, and nothing of one that fails`, async (t) => {
    const { store } = await open(t);
    const content = randomBytes(6_000_000);
    const tenant = randomUUID();
    const [key, broken] = [uploadKey(tenant, makeUploadUrl()), uploadKey(tenant, makeUploadUrl())];
    await store.write(
      key,
      Readable.from([content.subarray(0, 5_500_000), content.subarray(5_500_000)]),
      never,
    );
    t.equal(hash((await contentOf(store, key))?.content), hash(content));
    const failing = async function* () {
      yield content.subarray(0, 1000);
      throw new Error('the browser is gone');
    };
    await t.rejects(
      store.write(broken, Readable.from(failing(), { objectMode: false }), never),
      /browser is gone/,
    );
    t.same(await store.list('uploads/'), [key]);
    await store.remove([key]);
    t.same(await store.list(''), []);
  });

  t.test(`${name} lists names by prefix, page by page, and forgets what is removed`, async (t) => {
    const { store } = await open(t);
    const file = source(t, 'x');
    const mine = owner();
    const keys = [mine, { ...mine, attempt: 2 }, owner(), { ...owner(), attempt: 12 }].map(makeAudioKey);
    for (const key of keys) await store.write(key, file, never);
    await store.write(MARKER, file, never);
    t.same(await store.list(recordingPrefix(mine)), keys.slice(0, 2).sort());
    const all = [...keys, MARKER].sort();
    t.same(await store.list(''), all);
    t.same(await store.list('', all[1]), all.slice(2));
    t.same(await store.list(`${mine.integration_id}/`, keys.slice(0, 2).sort()[0]), [
      keys.slice(0, 2).sort()[1],
    ]);
    t.equal(await readMarker(store), 'x');
    await store.remove([...keys, makeAudioKey(owner())]);
    t.same(await store.list(''), [MARKER]);
    await store.remove([MARKER]);
    t.equal(await readMarker(store), null);
    if (store.folder !== null) t.same(readdirSync(store.folder), [], 'no empty folders are left');
  });

  t.test(`${name} keeps nothing of what was aborted`, async (t) => {
    const { store } = await open(t);
    const file = source(t, Buffer.alloc(8_000_000));
    const stop = new AbortController();
    const key = makeAudioKey(owner());
    const writing = store.write(key, file, { signal: stop.signal, onProgress: () => stop.abort() });
    await t.rejects(writing);
    t.same(
      (await store.list('')).filter((name) => name !== 'big'),
      [],
    );
  });

  t.test(`${name} that is away fails whatever is asked`, async (t) => {
    const { store, away } = await open(t);
    const key = makeAudioKey(owner());
    await away();
    await t.rejects(store.read(key));
    await t.rejects(store.list(''));
    await t.rejects(store.remove([key]));
    await t.rejects(store.write(key, import.meta.filename, never));
  });
}

t.test('an unknown key is refused', async (t) => {
  const { stop: _, ...config } = await startS3(t);
  const store = await opened({ ...config, AUDIO_S3_KEY_ID: 'guessed' });
  t.teardown(() => store.close());
  await t.rejects(store.list(''), { name: 'InvalidAccessKeyId' });
});

t.test('a server that accepts and says nothing is given up', { timeout: 60_000 }, async (t) => {
  const sockets = new Set<import('node:net').Socket>();
  const silent = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as import('node:net').AddressInfo;
  const store = await opened({
    ...{ AUDIO_URL: 's3://kept', AUDIO_S3_ENDPOINT: `http://127.0.0.1:${port}`, ...region },
    ...{ AUDIO_S3_KEY_ID: 'a', AUDIO_S3_SECRET: 'b' },
  });
  t.teardown(() => store.close());
  await t.rejects(
    store.write(makeAudioKey(owner()), import.meta.filename, {
      ...never,
      signal: AbortSignal.timeout(500),
    }),
  );
});

t.test('no name leads out of a folder', async (t) => {
  const folder = t.testdir({ inside: {} });
  const store = await opened({ AUDIO_URL: `file://${folder}/inside`, ...region });
  for (const key of ['../outside', 'a/../../outside', '/etc/passwd', 'a//b', '.hidden'])
    await t.rejects(store.read(key), /not a name/);
});

t.test('names begin with the tenant and the recording, and cannot be guessed', (t) => {
  const mine = owner();
  const [one, other] = [makeAudioKey(mine), makeAudioKey(mine)];
  t.not(one, other);
  t.ok(one.startsWith(`${mine.integration_id}/${mine.recording_id}/1-`));
  t.same(parseAudioKey(one), mine);
  t.same(parseAudioKey(`${one}.part`), mine);
  for (const foreign of ['', MARKER, 'photos/cat.webm', `x${one}`, `${one}x`, one.replace('/1-', '/0-')])
    t.equal(parseAudioKey(foreign), null, foreign);
  t.end();
});

t.test('an upload lies under its tenant, and its name says when it was begun', (t) => {
  const tenant = randomUUID();
  const url = makeUploadUrl();
  const key = uploadKey(tenant, url);
  t.ok(isUploadUrl(url));
  for (const other of [
    'https://files.example/call.mp3',
    'upload:',
    `${url}/../..`,
    `${url}x`,
    ` ${url}`,
    `${url}\n`,
  ])
    t.notOk(isUploadUrl(other), other);
  t.match(parseUploadKey(key), { integration_id: tenant, url });
  t.match(parseUploadKey(`${key}.part`), { integration_id: tenant, url });
  const begunAtMs = parseUploadKey(key)?.begunAtMs ?? 0;
  t.ok(Math.abs(Date.now() - begunAtMs) < 60_000);
  for (const foreign of ['', MARKER, makeAudioKey(owner()), `x${key}`, `${key}x`, 'uploads/a/b'])
    t.equal(parseUploadKey(foreign), null, foreign);
  t.equal(parseAudioKey(key), null);
  t.end();
});

t.test('audio is kept nowhere without an address', async (t) => {
  t.equal(await openAudioStore(region), null);
});

function hash(content: Buffer | undefined): string {
  return createHash('sha256')
    .update(content ?? '')
    .digest('hex');
}

/** A file beside the store. */
function source(t: Test, content: string | Buffer): string {
  const file = join(t.testdirName, 'source');
  writeFileSync(file, content);
  return file;
}
