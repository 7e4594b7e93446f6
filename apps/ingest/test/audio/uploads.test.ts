import { uploadKey } from '@debrief/audio-store/upload-key';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7obj } from 'uuidv7';
import { removeFiles, sweepFiles } from '../../src/audio/remove-files.ts';
import { deleteRecordings } from '../../src/erasures/delete-texts.ts';
import { change, ended, submitted, tenant } from '../fixtures/ingest-database.ts';
import { folderStore, put } from '../fixtures/kept-audio.ts';
import { workDatabase } from '../fixtures/work.ts';

const { db } = await workDatabase(t);
const { store } = await folderStore(t);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** An upload that was begun so long ago, of a recording or of none. */
async function uploaded(ageMs: number, { isSubmitted = true } = {}) {
  const caller = tenant();
  const url = `upload:${idOf(Date.now() - ageMs)}`;
  const key = uploadKey(caller.integration_id, url);
  await put(store, key);
  const names = { recording_id: url, recording_url: url };
  const row = isSubmitted ? await submitted(db, caller, names) : null;
  return { caller, key, row };
}

function idOf(ms: number): string {
  const bytes = uuidv7obj().bytes.slice();
  for (let index = 0; index < 6; index += 1) bytes[index] = Math.floor(ms / 2 ** (8 * (5 - index))) % 256;
  const hex = Buffer.from(bytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function left(): Promise<string[]> {
  await sql`update audio_store set sweep_due_at = clock_timestamp()`.execute(db);
  while ((await sweepFiles({ db, store })) === 'more');
  return store.list('uploads/');
}

t.afterEach(async () => {
  await store.remove(await store.list('uploads/'));
});

t.test('an upload stays as long as its recording waits, or may be tried again', async (t) => {
  const waiting = await uploaded(2 * HOUR_MS);
  const failed = await uploaded(2 * HOUR_MS);
  if (failed.row !== null) await change(db, failed.row, ended.failed);
  t.same(await left(), [waiting.key, failed.key].sort());
});

t.test('an upload goes once its recording is coached, and after seven days', async (t) => {
  const coached = await uploaded(2 * HOUR_MS);
  if (coached.row !== null) await change(db, coached.row, ended.completed);
  await uploaded(8 * 24 * HOUR_MS);
  t.same(await left(), []);
});

t.test('an upload that was never submitted goes after an hour', async (t) => {
  const abandoned = await uploaded(HOUR_MS + MINUTE_MS, { isSubmitted: false });
  await put(store, `${abandoned.key}.part`);
  const underWay = await uploaded(MINUTE_MS, { isSubmitted: false });
  t.same(await left(), [underWay.key]);
});

t.test('of another tenant with the same name nothing is known', async (t) => {
  const { row } = await uploaded(2 * HOUR_MS);
  const foreign = uploadKey(tenant().integration_id, row?.recording_url ?? '');
  await put(store, foreign);
  t.notOk((await left()).includes(foreign));
});

t.test('an upload is deleted with its recording', async (t) => {
  const { caller, key, row } = await uploaded(MINUTE_MS);
  const other = await uploaded(MINUTE_MS);
  const { integration_id } = caller;
  await transaction(db, (tx) => deleteRecordings(tx, [{ integration_id, id: row?.id ?? '' }]));
  t.ok((await store.list('uploads/')).includes(key), 'until the files are looked for');
  await removeFiles({ db, store });
  t.same(await store.list('uploads/'), [other.key]);
});
