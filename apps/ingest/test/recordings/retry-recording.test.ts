import type { retryRecording as operation } from '@debrief/contracts/operations/ingest';
import t from 'tap';
import { retryRecording } from '../../src/recordings/retry-recording.ts';
import {
  ask,
  operator as caller,
  change,
  ended,
  ingestDatabase,
  rowOf,
  submitted,
  tenant,
} from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);

t.test('queues FAILED recordings again as they were submitted, and only these', async (t) => {
  const failed = await submitted(db, tenant());
  const queued = await submitted(db, tenant());
  await change(db, failed, {
    ...ended.failed,
    attempt: 3,
    tries: 3,
    progress: 50,
    released_at: failed.queued_at,
  });
  let wakings = 0;
  const handler = retryRecording(db, () => {
    wakings += 1;
  });
  const answers = await ask<typeof operation>(handler, [
    { caller, input: { id: queued.id } },
    { caller, input: { id: failed.id } },
    { caller, input: { id: failed.analysis_id } },
  ]);
  t.equal(answers[0], 'RECORDING_NOT_FAILED');
  t.match(answers[1], { id: failed.id, status: 'QUEUED', progress: 0, attempt: 4, error: null });
  t.equal(answers[2], 'RECORDING_NOT_FOUND');
  t.equal(wakings, 1);
  t.match(await rowOf(db, failed), {
    recording_url: failed.recording_url,
    tries: 1,
    released_at: null,
    finished_at: null,
  });
  t.same(await rowOf(db, queued), queued);
});
