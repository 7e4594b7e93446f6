import type { getAnalysisHead as operation } from '@debrief/contracts/operations/ingest';
import t from 'tap';
import { getAnalysisHead } from '../../src/recordings/get-analysis-head.ts';
import { ask, change, ended, ingestDatabase, submitted, tenant } from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
const handler = getAnalysisHead(db);

t.test('says how far each recording is, calls and roleplays alike', async (t) => {
  const caller = tenant();
  const [queued, failed, roleplay] = [
    await submitted(db, caller),
    await submitted(db, caller),
    await submitted(db, caller, { kind: 'roleplay' }),
  ];
  await change(db, queued, { created_date: '2026-11-20T10:00:00.123456Z' });
  await change(db, failed, { ...ended.failed, progress: 40 });
  await change(db, roleplay, ended.completed);
  const answers = await ask<typeof operation>(handler, [
    { caller, input: { kind: 'call', by: 'id', value: queued.id } },
    { caller, input: { kind: 'call', by: 'call_event_id', value: failed.call_event_id } },
    { caller, input: { kind: 'roleplay', by: 'id', value: roleplay.id } },
    { caller: tenant(), input: { kind: 'call', by: 'id', value: queued.id } },
    { caller, input: { kind: 'call', by: 'external_recording_id', value: 'unheard of' } },
  ]);
  t.same(answers[0], {
    id: queued.analysis_id,
    recording_id: queued.id,
    created_at: '2026-11-20T10:00:00.123Z',
    progress: 0,
    status: 'QUEUED',
    error: null,
  });
  t.match(answers[1], { progress: 40, status: 'FAILED', error: ended.failed.error });
  t.match(answers[2], { id: roleplay.analysis_id, progress: 100, status: 'COMPLETED' });
  t.same(answers.slice(3), ['CALL_NOT_FOUND', 'CALL_NOT_FOUND']);
});
