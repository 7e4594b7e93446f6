import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAudioKey } from '@debrief/audio-store/audio-key';
import { MARKER } from '@debrief/audio-store/audio-store';
import { eraseRecording } from '@debrief/contracts/operations/erasures';
import { getAudio } from '@debrief/contracts/operations/ingest-audio';
import { claimWork, finishWork } from '@debrief/contracts/operations/ingest-work';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { startS3 } from '../../../../packages/audio-store/test/fixtures/s3-server.ts';
import { type OwnStore, watchOwnStore } from '../../src/audio/own-store.ts';
import { ingestDatabase, operator, submission, tenant, transcript } from '../fixtures/ingest-database.ts';
import { folderStore, keep, openedStore, put } from '../fixtures/kept-audio.ts';
import { log, runningIngest, submit } from '../fixtures/running-ingest.ts';

const { db } = await ingestDatabase(t);
const { id } = await db.selectFrom('audio_store').select('id').executeTakeFirstOrThrow();
t.beforeEach(async () => {
  await sql`update audio_store set marked_at = null`.execute(db);
});

async function watched(store: Awaited<ReturnType<typeof folderStore>>['store']): Promise<OwnStore> {
  const own = await watchOwnStore(db, store, log);
  t.teardown(() => own.close());
  return own;
}

t.test('a new store is marked as that of this database, in a folder and in a bucket', async (t) => {
  const { folder, store } = await folderStore(t);
  const { stop: _, ...bucket } = await startS3(t);
  for (const place of [store, await openedStore(bucket)]) {
    const own = await watched(place);
    t.equal(own.fault(), null);
    await own.assertOwn();
    await sql`update audio_store set marked_at = null`.execute(db);
  }
  t.equal(await readFile(join(folder, MARKER), 'utf8'), `${id}\n`);
});

t.test('the store of another is not touched, whatever its address', async (t) => {
  const { folder, store } = await folderStore(t);
  await writeFile(join(folder, MARKER), uuidv7());
  const own = await watched(store);
  t.match(own.fault(), /belongs to another Debrief/);
  await t.rejects(own.assertOwn(), /belongs to another/);
});

t.test('a folder with files of others does not become the store', async (t) => {
  const { folder, store } = await folderStore(t);
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const own = await watched(store);
  t.match(own.fault(), /holds files of others/);
  t.same(await readdir(folder), ['notes.txt']);
  await writeFile(join(folder, MARKER), `${id}\n`);
  await own.assertOwn();
  t.equal(own.fault(), null, 'unless its owner says so');
});

t.test('a store that is not mounted, or away, is not taken for an empty one', async (t) => {
  const { folder, store } = await folderStore(t);
  const own = await watched(store);
  await rename(folder, `${folder}-away`);
  t.teardown(() => rm(`${folder}-away`, { recursive: true, force: true }));
  await t.rejects(own.assertOwn(), /does not answer: ENOENT/);
  await mkdir(folder);
  await t.rejects(own.assertOwn(), /is it mounted\?/);
  t.same(await readdir(folder), []);
  await rm(folder, { recursive: true });
  await rename(`${folder}-away`, folder);
  await own.assertOwn();
  t.equal(own.fault(), null);
});

t.test('the service keeps, serves and erases audio, and says where it is', async (t) => {
  const { folder, store } = await folderStore(t);
  const { messaging, service, metrics, db } = await runningIngest(t, {
    AUDIO_DAYS: '30',
    AUDIO_URL: `file://${folder}`,
  });
  t.strictSame(service.notes, []);
  t.strictSame(await service.about?.(), { kept_audio: `for 30 days, in file://${folder}` });
  const caller = tenant();
  const { recording_id } = submission();
  await submit(messaging, caller, { recording_id });
  const { work } = await request(messaging, claimWork, operator, { worker: uuidv7(), holds: [], places: 1 });
  const [claimed] = work;
  if (claimed === undefined) throw new Error('nothing was claimed');
  t.equal(claimed.audio_store, (await readFile(join(folder, MARKER), 'utf8')).trim());
  const audio = await keep(store, claimed.recording);
  const { integration_id, recording_id: id, attempt } = claimed.recording;
  const key = { integration_id, recording_id: id, attempt };
  const part = { part: 0, parts: 1, data: JSON.stringify(transcript('hello')) };
  await request(messaging, finishWork, operator, { ...key, ...part, audio });
  const call = { kind: 'call', by: 'id', value: id } as const;
  t.match(await request(messaging, getAudio, caller, call), { key: audio.key, channels: 2 });
  // Killed before it told of it.
  await put(store, makeAudioKey(key));
  await request(messaging, eraseRecording, caller, call);
  await t.rejects(request(messaging, getAudio, caller, call), /CALL_NOT_FOUND/);
  while ((await readdir(folder)).length > 1) await sleep(50);
  t.same(await readdir(folder), [MARKER]);
  t.match(await metrics.registry.metrics(), /debrief_audio_files_deleted_total\{.*\} 2/);
  t.match(await metrics.registry.metrics(), /debrief_audio_store_usable\{.*\} 1/);
  const isDone = async () => (await db.selectFrom('audio_removals').selectAll().execute()).length === 0;
  while (!(await isDone())) await sleep(200);
});

t.test('readiness says that nothing is kept without a store, or deleted without it', async (t) => {
  const { service, db, startAnother } = await runningIngest(t, { AUDIO_DAYS: '7' });
  t.match(service.notes, [/no audio is kept, though AUDIO_DAYS is 7/]);
  t.strictSame(await service.about?.(), { kept_audio: 'none' });
  await sql`update audio_store set marked_at = now()`.execute(db);
  const another = await startAnother();
  t.match(another.service.notes, [/audio that was kept is not deleted/, /no audio is kept/]);
});
