import { Work } from '@debrief/contracts/operations/ingest-work';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { recordIntegration } from '../../src/integrations/record-integration.ts';
import { change, ended, rowOf, submitted, tenant } from '../fixtures/ingest-database.ts';
import { workDatabase } from '../fixtures/work.ts';

const { db, worker } = await workDatabase(t);

t.test('a claim says everything a worker needs, and the client sees that work began', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller, {
    rubric: 'discovery',
    duration_seconds: 100,
    ai_models: [{ model: 'whisper-1', type: 'transcription' }],
  });
  const queuedAt = '2026-11-20T10:00:00.123Z';
  await db.updateTable('recordings').set({ queued_at: queuedAt }).where('id', '=', row.id).execute();
  const [work, ...more] = await worker.claim({ places: 5 });
  t.same(more, []);
  t.ok(Value.Check(Work, work));
  t.match(work, {
    recording_url: row.recording_url,
    queued_at: queuedAt,
    lease_seconds: 90,
    removes_card_numbers: true,
    deadline_seconds: 600 + 6 * 100,
    recording: {
      integration_id: caller.integration_id,
      recording_id: row.id,
      attempt: 1,
      rubric: 'discovery',
      ai_models: [{ model: 'whisper-1', type: 'transcription' }],
      occurred_at: `${row.created_date.slice(0, 23)}Z`,
    },
  });
  t.match(await rowOf(db, row), { status: 'DOWNLOADING', progress: 5, attempt: 1 });
  t.same(await worker.claim({ places: 0 }), []);
});

t.test('a claim says whether card numbers are removed, by the newest settings', async (t) => {
  const caller = tenant();
  const { integration_id } = caller;
  const settings = (version: number, removes_card_numbers: boolean) =>
    recordIntegration(db, { integration_id, version, text_days: null, removes_card_numbers } as never);
  await settings(2, false);
  await settings(1, true);
  await submitted(db, caller);
  t.match(await worker.claim({ places: 1 }), [{ removes_card_numbers: false }]);
  await settings(3, true);
  await submitted(db, caller);
  t.match(await worker.claim({ places: 1 }), [{ removes_card_numbers: true }]);
});

t.test('a claim says which engine its integration has', async (t) => {
  const caller = tenant();
  await submitted(db, caller);
  t.match(await worker.claim({ places: 1 }), [{ speech_engine: null }]);
  const integration = { integration_id: caller.integration_id, version: 1, text_days: null };
  await recordIntegration(db, {
    ...integration,
    removes_card_numbers: true,
    speech_engine: 'whisper-1',
  } as never);
  await submitted(db, caller);
  t.match(await worker.claim({ places: 1 }), [{ speech_engine: 'whisper-1' }]);
});

t.test('an integration has no more than its places, of which what has ended holds none', async (t) => {
  const caller = tenant();
  const rows = [];
  for (let index = 0; index < 6; index += 1) rows.push(await submitted(db, caller));
  const first = await worker.claim({ places: 64 });
  t.same(
    first.map(({ recording }) => recording.recording_id),
    rows.slice(0, 4).map(({ id }) => id),
    'the oldest first',
  );
  t.same(await worker.claim({ places: 64 }), []);
  await worker.finish(first[0]?.recording as never);
  await worker.release(first[1]?.recording as never, 'failed');
  t.equal((await worker.claim({ places: 64 })).length, 2);
});

for (const tenants of [2, 20]) {
  t.test(`with ${tenants} tenants, the first of each comes before the second of any`, async (t) => {
    const many = tenant();
    for (let index = 0; index < 10; index += 1) await submitted(db, many);
    await worker.claim();
    const others = Array.from({ length: tenants - 1 }, tenant);
    for (const other of others) {
      await submitted(db, other);
      await submitted(db, other);
    }
    const order: string[] = [];
    // One place at a time, as of busy workers.
    for (let index = 0; index < 2 * others.length; index += 1) {
      const [work] = await worker.claim();
      order.push(work?.recording.integration_id ?? 'nothing');
    }
    const ids = others.map(({ integration_id }) => integration_id);
    t.same(order.slice(0, ids.length), ids);
    t.same(order.filter((id) => id === many.integration_id).length, 1);
  });
}

t.test('what was in a lost answer is handed out again to the same worker, and to no other', async (t) => {
  const caller = tenant();
  await submitted(db, caller);
  const me = uuidv7();
  const [lost] = await worker.claim({ worker: me });
  t.same(await worker.claim(), []);
  await submitted(db, caller);
  const again = await worker.claim({ worker: me, places: 4 });
  t.match(again[0]?.recording, { recording_id: lost?.recording.recording_id, attempt: 1 });
  t.equal(again.length, 2);
  const holds = again.map(({ recording }) => recording.recording_id);
  t.same(await worker.claim({ worker: me, holds, places: 4 }), []);
});

t.test('many workers at once claim each recording once', async (t) => {
  const callers = [tenant(), tenant(), tenant()];
  for (const caller of callers) for (let index = 0; index < 5; index += 1) await submitted(db, caller);
  const claims = await Promise.all(Array.from({ length: 6 }, () => worker.claim({ places: 3 })));
  const ids = claims.flat().map(({ recording }) => recording.recording_id);
  t.equal(ids.length, 12, 'four of each');
  t.equal(new Set(ids).size, 12);
});

t.test('what is finished is never claimed, and an impossible length does not set the deadline', async (t) => {
  const caller = tenant();
  await change(db, await submitted(db, caller), ended.failed);
  await change(db, await submitted(db, caller), ended.completed);
  t.same(await worker.claim({ places: 4 }), []);
  await submitted(db, caller, { duration_seconds: 1e9 });
  t.equal((await worker.claim())[0]?.deadline_seconds, 600 + 6 * 86_400);
});
