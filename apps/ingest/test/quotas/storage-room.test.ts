import { createLogger } from '@debrief/service-kit/logger';
import t, { type Test } from 'tap';
import { type StorageLimits, watchStorage } from '../../src/quotas/storage-room.ts';
import { findSubmission } from '../../src/recordings/find-submission.ts';
import { submitRecording } from '../../src/recordings/submit-recording.ts';
import { ask, ingestDatabase, submission, submitted, tenant } from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
const log = createLogger({ name: 'test', level: 'silent' });
const unlimited: StorageLimits = { folder: undefined, freeBytes: undefined, maxBytes: undefined };

async function roomWith(t: Test, limits: Partial<StorageLimits>) {
  const room = await watchStorage(db, { ...unlimited, ...limits }, log);
  t.teardown(() => room.close());
  return room;
}

t.test('below the floor of the disk or above the size of the database there is no room', async (t) => {
  const folder = t.testdir();
  const isFull = async (limits: Partial<StorageLimits>) => (await roomWith(t, limits)).refusal() !== null;
  t.notOk(await isFull({}));
  t.notOk(await isFull({ folder, freeBytes: 1 }));
  t.ok(await isFull({ folder, freeBytes: Number.MAX_SAFE_INTEGER }));
  t.notOk(await isFull({ maxBytes: Number.MAX_SAFE_INTEGER }));
  t.ok(await isFull({ maxBytes: 1 }));
  t.notOk(await isFull({ folder: `${folder}/gone`, freeBytes: 1 }), 'what cannot be measured refuses nobody');
});

t.test('without room new submissions are refused, and known ones answered', async (t) => {
  const room = await roomWith(t, { maxBytes: 1 });
  const caller = tenant();
  const known = await submitted(db, caller);
  const found = await ask(findSubmission(db, room), [
    { caller, input: { recording_id: known.external_recording_id } },
    { caller, input: { recording_id: 'new' } },
  ]);
  t.match(found, [{ call_event_id: known.call_event_id }, 'STORAGE_FULL']);
  const input = submission();
  const stored = await ask(
    submitRecording(db, () => {}, room),
    [input, { ...input, recording_id: known.external_recording_id }].map((one) => ({ caller, input: one })),
  );
  t.match(stored, ['STORAGE_FULL', { call_event_id: known.call_event_id }]);
  const { length } = await db
    .selectFrom('recordings')
    .select('id')
    .where('external_recording_id', '=', input.recording_id)
    .execute();
  t.equal(length, 0);
});
