import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AudioStore, MARKER } from '@debrief/audio-store/audio-store';
import { openAudioStore } from '@debrief/audio-store/open-audio-store';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import { createLogger } from '@debrief/service-kit/logger';
import t, { type Test } from 'tap';
import type { Attempt } from '../../src/attempt.ts';
import { AudioKeeper, type KeeperOptions } from '../../src/keeping/audio-keeper.ts';
import { EnginePlaces } from '../../src/work/engine-places.ts';
import { diskOf, sizeOf, WorkRoom } from '../../src/work/work-room.ts';
import { convert } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const storeId = randomUUID();
const nothing = () => undefined;

/** A recording of so many seconds that is transcribed, and a folder that is the store. */
async function scene(t: Test, seconds = 5) {
  const folder = t.testdir({ store: { [MARKER]: storeId }, work: {} });
  const [work, kept] = [join(folder, 'work'), join(folder, 'store')];
  const tone = ['-f', 'lavfi', '-i', 'sine=f=440:r=16000', '-t', `${seconds}`, '-bitexact'];
  const channel = await convert(work, 'channel-0.wav', ...tone);
  const stop = new AbortController();
  const told: string[] = [];
  const shares: number[] = [];
  const attempt: Attempt = {
    signal: stop.signal,
    ...{ progress: nothing, decoding: nothing, decoded: nothing, listened: nothing },
    ...{ decodes: nothing, recognized: nothing, kept: (share) => void shares.push(share) },
    step: () => stop.signal.throwIfAborted(),
    pauses: () => void told.push('pauses'),
    works: () => void told.push('works'),
  };
  const store = await openAudioStore({ AUDIO_URL: `file://${kept}`, AUDIO_S3_REGION: '' });
  if (store === null) throw new Error('there is no store');
  const places = new EnginePlaces(1);
  const room = new WorkRoom({ measure: () => diskOf(work), sizeOf, freeBytes: 0 });
  const recording = fakeRecordingContext();
  const placeRequest = { integrationId: recording.integration_id, queuedAt: recording.created_date };
  return {
    ...{ kept, store, stop, told, shares, places },
    keeper: (change: Partial<KeeperOptions> = {}) =>
      new AudioKeeper({ store, places, room, freeBytes: 0, log, retryMs: 3_000, ...change }),
    job: {
      ...{ recording, storeId, channels: [channel], durationSeconds: seconds, silenced: [] },
      ...{ folder: work, placeRequest, attempt },
    },
  };
}

/** One that fails so often before it writes. */
function failing(store: AudioStore, failures: number) {
  const tried = { count: 0 };
  const write: AudioStore['write'] = async (...args) => {
    tried.count += 1;
    if (tried.count <= failures) throw new Error('the store does not answer');
    return store.write(...args);
  };
  return { tried, store: { ...store, write } };
}

t.test('the time of the attempt stands still while its audio is kept', async (t) => {
  const { keeper, job, told } = await scene(t);
  t.match(await keeper().keep(job), { bytes: Number, peaks: [String] });
  t.strictSame(told, ['pauses', 'works']);
});

t.test('how much of the audio is written is told while it is written', async (t) => {
  const { keeper, job, shares } = await scene(t, 600);
  await keeper().keep(job);
  t.ok(shares.length > 2 && shares.some((share) => share > 0.1 && share < 0.95), `${shares}`);
  t.equal(shares.at(-1), 1);
});

t.test('a store that comes back within its time has the audio', async (t) => {
  const { keeper, job, store } = await scene(t);
  const { tried, store: shaky } = failing(store, 2);
  t.match(await keeper({ store: shaky }).keep(job), { bytes: Number });
  t.equal(tried.count, 3);
});

t.test('a store that stays away is given up, and the next recordings do not wait for it', async (t) => {
  const { keeper, job, store, kept } = await scene(t);
  const { tried, store: away } = failing(store, 1_000);
  const it = keeper({ store: away, retryMs: 600 });
  t.strictSame(await it.keep(job), { fault: 'store_away' });
  t.equal(it.fault, 'store_away');
  const before = tried.count;
  t.ok(before >= 2);
  t.strictSame(await it.keep(job), { fault: 'store_away' });
  t.equal(tried.count, before);
  t.same(await readdir(kept), [MARKER]);
});

t.test('a store that hangs is given up', async (t) => {
  const { keeper, job, store } = await scene(t);
  const hanging = { ...store, write: () => new Promise<void>(nothing) };
  t.strictSame(await keeper({ store: hanging, retryMs: 300 }).keep(job), { fault: 'store_away' });
});

t.test('a disk that would be short of room is left alone', async (t) => {
  const { keeper, job, kept, store } = await scene(t);
  const { free } = await diskOf(kept);
  t.strictSame(await keeper({ freeBytes: free * 2 }).keep(job), { fault: 'store_full' });
  const full = new WorkRoom({ measure: async () => ({ free: 1, size: 2 }), sizeOf, freeBytes: 2 });
  t.strictSame(await keeper({ room: full }).keep(job), { fault: 'store_full' });
  const write = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  t.strictSame(await keeper({ store: { ...store, write } }).keep(job), { fault: 'store_full' });
  t.same(await readdir(kept), [MARKER]);
});

t.test('what cannot be encoded is not kept, and gives its place back', async (t) => {
  const { keeper, job } = await scene(t);
  const channels = [join(job.folder, 'no-such.wav')];
  t.strictSame(await keeper().keep({ ...job, channels }), { fault: 'not_encoded' });
  t.match(await keeper().keep(job), { fault: undefined });
});

t.test('an attempt that ends takes its audio along, wherever it is', async (t) => {
  const { keeper, job, stop, store, kept, places } = await scene(t);
  const held = await places.take(job.placeRequest, job.attempt.signal);
  const waiting = keeper().keep(job);
  setTimeout(() => stop.abort(new Error('erased')), 50);
  await t.rejects(waiting, /erased/);
  held[Symbol.dispose]();
  const sending = new AbortController();
  const write: AudioStore['write'] = (key, file, options) => {
    const written = store.write(key, file, options);
    sending.abort(new Error('erased'));
    return written;
  };
  const attempt = { ...job.attempt, signal: sending.signal, step: nothing };
  await t.rejects(keeper({ store: { ...store, write } }).keep({ ...job, attempt }), /erased/);
  const isLeft = async () =>
    (await readdir(kept, { recursive: true })).some((name) => name.includes('.webm'));
  await until(async () => !(await isLeft()));
});

t.test('an hour of one channel takes some 7 MB', async (t) => {
  const { keeper, job, kept } = await scene(t, 60);
  const outcome = await keeper().keep(job);
  if ('fault' in outcome) throw new Error(outcome.fault);
  const { size } = await stat(join(kept, outcome.key));
  t.equal(size, outcome.bytes);
  t.ok(size * 60 < 12_000_000);
});
