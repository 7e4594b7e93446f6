import { makeAudioKey } from '@debrief/audio-store/audio-key';
import type { getAudio as getOperation } from '@debrief/contracts/operations/ingest-audio';
import type { retryRecording as retryOperation } from '@debrief/contracts/operations/ingest-queue';
import type { AudioOutcome } from '@debrief/contracts/resources/audio';
import { recordErasure } from '@debrief/database/erasures';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { startS3 } from '../../../../packages/audio-store/test/fixtures/s3-server.ts';
import { getAudio } from '../../src/audio/get-audio.ts';
import { type AudioKeeping, keepsNone } from '../../src/audio/keep-days.ts';
import { removeFiles, sweepFiles } from '../../src/audio/remove-files.ts';
import { removeOldAudio } from '../../src/audio/remove-old-audio.ts';
import { eraseSubject, isAudioLeft } from '../../src/erasures/erase-subject.ts';
import { recordIntegration } from '../../src/integrations/record-integration.ts';
import { retryRecording } from '../../src/recordings/retry-recording.ts';
import { removeOldTexts } from '../../src/retention/remove-old-texts.ts';
import { ask, change, ended, operator, submitted, tenant, transcript } from '../fixtures/ingest-database.ts';
import { folderStore, keep, openedStore, put } from '../fixtures/kept-audio.ts';
import { settings, workDatabase, workerOf } from '../fixtures/work.ts';

const { db } = await workDatabase(t);
const { id: storeId } = await db.selectFrom('audio_store').select('id').executeTakeFirstOrThrow();
const keeping: AudioKeeping = { days: 30, storeId };
const worker = workerOf(db, {}, keeping);
const { stop: _, ...bucket } = await startS3(t);
const stores = { folder: (await folderStore(t)).store, bucket: await openedStore(bucket) };
const { folder: store } = stores;
t.teardown(() => stores.bucket.close());
t.beforeEach(async () => {
  await sql`delete from audio_removals`.execute(db);
});

type Caller = ReturnType<typeof tenant>;
const DAY_MS = 86_400_000;

/** A recording that a worker has claimed. */
async function claimed(caller: Caller, overrides: Parameters<typeof submitted>[2] = {}, by = worker) {
  const row = await submitted(db, caller, overrides);
  const claims = await by.claim({ places: 64 });
  const work = claims.find(({ recording }) => recording.recording_id === row.id);
  if (work === undefined) throw new Error('another was claimed');
  return { row, work, recording: work.recording };
}

async function finish(recording: Parameters<typeof worker.parts>[0], audio: AudioOutcome) {
  const [part] = worker.parts(recording, [JSON.stringify(transcript('hello'))]);
  if (part === undefined) throw new Error('there is no part');
  return (await worker.send({ ...part, audio }))[0];
}

/** A recording whose audio is kept. */
async function kept(caller: Caller, overrides: Parameters<typeof submitted>[2] = {}, place = store) {
  const { row, recording } = await claimed(caller, overrides);
  const audio = await keep(place, recording);
  await finish(recording, audio);
  return { row, recording, audio };
}

async function read(caller: Caller, { id }: { id: string }, by = keeping) {
  const input = { kind: 'call' as const, by: 'id' as const, value: id };
  return (await ask<typeof getOperation>(getAudio(db, by), [{ caller, input }]))[0];
}

/** All looks, as if their time had come. */
async function removeAll(place = store): Promise<void> {
  for (let look = 0; look < 2; look += 1) {
    // As after the clock of the database was set back.
    await sql`update audio_removals set due_at = clock_timestamp() + interval '1 hour'`.execute(db);
    await removeFiles({ db, store: place });
  }
}

async function sweep(place = store): Promise<void> {
  await sql`update audio_store set sweep_due_at = clock_timestamp()`.execute(db);
  while ((await sweepFiles({ db, store: place })) === 'more');
}

async function erase(caller: Caller, kind: 'contact' | 'recording' | 'user', subject_id: string) {
  const erasure = {
    ...{ erasure_id: uuidv7(), integration_id: caller.integration_id, kind, subject_id },
    ...{ with_recordings: kind !== 'user', words: [], is_settled: false },
  };
  await recordErasure(db, erasure);
  while ((await transaction(db, (tx) => eraseSubject(settings)(tx, erasure))) === 'more');
  return () => transaction(db, (tx) => isAudioLeft(tx, erasure));
}

for (const [name, place] of Object.entries(stores)) {
  t.test(`what a worker keeps in a ${name} is found by its tenant, and gone when it is old`, async (t) => {
    const caller = tenant();
    const { row, audio } = await kept(caller, {}, place);
    t.strictSame(await read(caller, row), {
      ...{ recording_id: row.id, ...audio, channels: 2, content_type: 'audio/webm; codecs=opus' },
      delete_after: new Date(Date.parse(row.created_date) + 30 * DAY_MS).toISOString(),
    });
    t.equal(await read(tenant(), row), 'CALL_NOT_FOUND', 'to others');
    await removeOldAudio(db, keeping, new Date(Date.now() + 29 * DAY_MS));
    t.match(await read(caller, row), audio);
    await removeOldAudio(db, keeping, new Date(Date.now() + 31 * DAY_MS));
    t.equal(await read(caller, row), 'AUDIO_NOT_FOUND');
    t.same(await place.list(''), [audio.key], 'until the files are looked for');
    await removeAll(place);
    t.same(await place.list(''), []);
  });
}

t.test('a worker is asked to keep audio as its integration says, else for the days set', async (t) => {
  const asks = async (by: typeof keeping, change: object, overrides: object = {}) => {
    const caller = tenant();
    const { integration_id } = caller;
    const integration = { integration_id, version: 1, text_days: null, audio_days: null, ...change };
    await recordIntegration(db, { ...integration, removes_card_numbers: true } as never);
    return (await claimed(caller, overrides, workerOf(db, {}, by))).work.audio_store;
  };
  const none = { ...keeping, days: 0 };
  t.equal(await asks(keeping, {}), storeId);
  t.equal(await asks(none, {}), null);
  t.equal(await asks(keeping, { audio_days: 0 }), null);
  t.equal(await asks(none, { audio_days: 7 }), storeId);
  t.equal(await asks(keepsNone, { audio_days: 7 }), null, 'where there is no store');
});

t.test('how long audio is kept is for its integration to say; it never outlasts the texts', async (t) => {
  const keptFor = async (text_days: number | null, audio_days: number | null) => {
    const caller = tenant();
    const { integration_id } = caller;
    const settings = { integration_id, version: 1, text_days, audio_days, removes_card_numbers: true };
    await recordIntegration(db, settings as never);
    const { row } = await kept(caller);
    const audio = await read(caller, row);
    const until = typeof audio === 'object' ? Date.parse(`${audio.delete_after}`) : Number.NaN;
    return Math.round((until - Date.parse(row.created_date)) / DAY_MS);
  };
  t.equal(await keptFor(null, null), 30);
  t.equal(await keptFor(null, 7), 7);
  t.equal(await keptFor(null, 90), 90);
  t.equal(await keptFor(10, 90), 10);
  t.equal(await keptFor(10, null), 10);
  await sweep();
});

t.test('audio goes with the transcript that says the same', async (t) => {
  const caller = tenant();
  const { integration_id } = caller;
  const { row, audio } = await kept(caller);
  const settings = { integration_id, version: 1, text_days: 1, audio_days: 90, removes_card_numbers: true };
  await recordIntegration(db, settings as never);
  await change(db, row, ended.completed);
  await removeOldTexts(db, new Date(Date.now() + 2 * DAY_MS));
  t.equal(await read(caller, row), 'AUDIO_NOT_FOUND');
  await removeAll();
  t.notOk((await store.list('')).includes(audio.key));
});

t.test('an erased contact takes the audio of all calls along, and the erasure waits for it', async (t) => {
  const caller = tenant();
  const contact_id = uuidv7();
  const [one, other, stranger] = [
    await kept(caller, { contact_id }),
    await kept(caller, { contact_id }),
    await kept(caller),
  ];
  const isLeft = await erase(caller, 'contact', contact_id);
  t.equal(await read(caller, one.row), 'CALL_NOT_FOUND');
  t.equal(await isLeft(), true);
  // The worker was still sending another try.
  await put(store, makeAudioKey(one.recording));
  await removeFiles({ db, store });
  t.equal(await isLeft(), true, 'it is looked once more');
  await put(store, makeAudioKey(other.recording));
  await removeAll();
  t.equal(await isLeft(), false);
  t.same(await store.list(`${caller.integration_id}/`), [stranger.audio.key]);
});

t.test('while the store is away nothing is thought to be deleted', async (t) => {
  const caller = tenant();
  const { row, audio } = await kept(caller);
  const isLeft = await erase(caller, 'recording', row.id);
  const away = { ...store, list: () => Promise.reject(new Error('away')) };
  await t.rejects(removeFiles({ db, store: away }), /away/);
  t.equal(await isLeft(), true);
  t.ok((await store.list('')).includes(audio.key));
  await removeAll();
  t.equal(await isLeft(), false);
  t.notOk((await store.list('')).includes(audio.key));
});

t.test('a removed user takes the own voice along, also of what is not finished', async (t) => {
  const caller = tenant();
  const user_id = uuidv7();
  const done = await kept(caller, { user_id });
  const running = await claimed(caller, { user_id });
  const sent = await keep(store, running.recording);
  await erase(caller, 'user', user_id);
  t.equal(await read(caller, done.row), 'AUDIO_NOT_FOUND');
  t.equal(await finish(running.recording, sent), false, 'the attempt knew the name');
  await removeAll();
  t.same(await store.list(`${caller.integration_id}/`), []);
  const [again] = (await worker.claim({ places: 64 })).filter(
    ({ recording }) => recording.recording_id === running.row.id,
  );
  t.equal(again?.audio_store, null, 'no audio is kept of the next attempt');
});

t.test('a file that nobody told of is found, and nothing else is touched', async (t) => {
  const caller = tenant();
  const recorded = await kept(caller);
  const running = await claimed(caller);
  const underWay = await keep(store, running.recording);
  const gone = { integration_id: caller.integration_id, recording_id: uuidv7(), attempt: 1 };
  const old = { ...running.recording, attempt: running.recording.attempt + 1 };
  const strays = [gone, old, recorded.recording].map(makeAudioKey);
  for (const key of strays) await put(store, key);
  await put(store, `${makeAudioKey(gone)}.part`);
  await put(store, 'notes.txt');
  let removed = 0;
  await sql`update audio_store set sweep_due_at = clock_timestamp()`.execute(db);
  const onRemoved = (files: number) => {
    removed += files;
  };
  await sweepFiles({ db, store, onRemoved });
  t.ok(removed >= 4);
  const left = await store.list('');
  t.same(left.filter((key) => key.startsWith(caller.integration_id)).sort(), [
    ...[recorded.audio.key, underWay.key].sort(),
  ]);
  t.ok(left.includes('notes.txt'));
  t.equal(await sweepFiles({ db, store }), 'done', 'not before an hour has passed');
  t.equal(await finish(running.recording, underWay), true);
  await sweep();
  t.ok((await store.list('')).includes(underWay.key));
  await store.remove(['notes.txt']);
});

t.test('more than a page is looked through, page by page', async (t) => {
  const caller = tenant();
  const { audio } = await kept(caller);
  const strays = Array.from({ length: 1005 }, () =>
    makeAudioKey({ ...caller, recording_id: uuidv7(), attempt: 1 }),
  );
  const listed = [...strays, audio.key].sort();
  const removed: string[] = [];
  const large = {
    ...store,
    list: async (_: string, after = '') => listed.filter((key) => key > after).slice(0, 1000),
    remove: async (keys: readonly string[]) => void removed.push(...keys),
  };
  await sql`update audio_store set sweep_due_at = clock_timestamp()`.execute(db);
  t.equal(await sweepFiles({ db, store: large }), 'more');
  t.equal(await sweepFiles({ db, store: large }), 'done');
  t.same(removed.sort(), strays.sort());
});

t.test('the audio of a second try takes the place of the first', async (t) => {
  const caller = tenant();
  const first = await kept(caller);
  await change(db, first.row, { ...ended.failed, transcribed_at: null } as never);
  await ask<typeof retryOperation>(
    retryRecording(db, settings, () => {}),
    [{ caller: operator as never, input: { id: first.row.id } }],
  );
  const [work] = (await worker.claim({ places: 64 })).filter(
    ({ recording }) => recording.recording_id === first.row.id,
  );
  if (work === undefined) throw new Error('it was not claimed');
  await sweep();
  t.match(await read(caller, first.row), { key: first.audio.key }, 'until then the first is kept');
  const second = await keep(store, work.recording, 'another sound');
  await finish(work.recording, second);
  await sweep();
  t.match(await read(caller, first.row), { key: second.key });
  t.same(await store.list(`${caller.integration_id}/`), [second.key]);
});

t.test(
  'audio that could not be kept is recorded with its reason, and a name of another refused',
  async (t) => {
    const caller = tenant();
    const other = await kept(caller);
    for (const audio of [{ fault: 'store_away' as const }, { ...other.audio, bytes: 1 }]) {
      const { row, recording } = await claimed(caller);
      t.equal(await finish(recording, audio), true, 'its transcript is taken all the same');
      t.equal(await read(caller, row), 'AUDIO_NOT_FOUND');
      const { fault } = await db
        .selectFrom('audio')
        .select('fault')
        .where('recording_id', '=', row.id)
        .executeTakeFirstOrThrow();
      t.equal(fault, 'fault' in audio ? audio.fault : 'other_store');
    }
  },
);

t.test('of a transcript in parts the audio is known whichever part comes last', async (t) => {
  const caller = tenant();
  const { row, recording } = await claimed(caller);
  const audio = await keep(store, recording);
  const text = JSON.stringify(transcript('hello'));
  const parts = worker.parts(recording, [text.slice(0, 20), text.slice(20)]);
  for (const part of parts.reverse()) await worker.send({ ...part, audio });
  t.match(await read(caller, row), { key: audio.key });
});
