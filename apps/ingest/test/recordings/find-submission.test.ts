import type { findSubmission as operation } from '@debrief/contracts/operations/ingest';
import t from 'tap';
import { findSubmission } from '../../src/recordings/find-submission.ts';
import { ask, change, ended, ingestDatabase, submitted, tenant } from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);

t.test('finds the submission that holds a recording_id, in the caller’s integration only', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller, { recording_id: 'mine', kind: 'roleplay' });
  await change(db, row, ended.failed);
  const answers = await ask<typeof operation>(findSubmission(db), [
    { caller, input: { recording_id: 'never heard of' } },
    { caller, input: { recording_id: 'mine' } },
    { caller: tenant(), input: { recording_id: 'mine' } },
    { caller, input: { recording_id: 'mine' } },
  ]);
  const found = { call_event_id: row.call_event_id, status: 'FAILED' };
  t.same(answers, [null, found, null, found]);
});
