import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { type listRecordings as operation, RecordingState } from '@debrief/contracts/operations/ingest-queue';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { listRecordings } from '../../src/recordings/list-recordings.ts';
import {
  ask,
  change,
  ended,
  ingestDatabase,
  operator,
  submitted,
  tenant,
} from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
type Op = typeof operation;

async function list(input: InputOf<Op>): Promise<OutputOf<Op>['data']> {
  const [answer] = await ask<Op>(listRecordings(db), [{ caller: operator, input }]);
  return (answer as OutputOf<Op>).data;
}

t.test('lists the newest recordings of all integrations or of one, by status', async (t) => {
  t.same(await list({ limit: 10 }), [], 'nothing was submitted yet');
  const [one, two] = [tenant(), tenant()];
  const first = await submitted(db, one);
  const second = await submitted(db, two, { kind: 'roleplay' });
  const third = await submitted(db, one, { kind: 'roleplay' });
  await change(db, third, { ...ended.failed, progress: 30, attempt: 2 });

  const ids = async (input: InputOf<Op>) => (await list(input)).map(({ id }) => id);
  t.same(await ids({ limit: 10 }), [third.id, second.id, first.id]);
  t.same(await ids({ limit: 2 }), [third.id, second.id]);
  t.same(await ids({ limit: 10, integration_id: one.integration_id }), [third.id, first.id]);
  t.same(await ids({ limit: 10, integration_id: tenant().integration_id }), []);
  t.same(await ids({ limit: 10, status: 'QUEUED' }), [second.id, first.id]);
  t.same(await ids({ limit: 10, status: 'FAILED', integration_id: two.integration_id }), []);

  const past = '2026-11-20T10:00:00Z';
  await change(db, second, { waits_for: 'disk_full', due_at: '2126-11-20T10:00:00Z' });
  t.match(await list({ limit: 1, status: 'QUEUED' }), [{ waits_for: 'disk_full', next_try_seconds: Number }]);
  await change(db, third, { status_since: past });
  const [failed] = await list({ limit: 10, status: 'FAILED' });
  t.same(failed, {
    id: third.id,
    integration_id: one.integration_id,
    call_event_id: third.call_event_id,
    external_recording_id: third.external_recording_id,
    kind: 'roleplay',
    status: 'FAILED',
    status_since: '2026-11-20T10:00:00.000Z',
    progress: 30,
    attempt: 2,
    failures: 0,
    waits_for: null,
    next_try_seconds: null,
    error: ended.failed.error,
    queued_at: `${third.queued_at.slice(0, 23)}Z`,
    created_date: `${third.created_date.slice(0, 23)}Z`,
  });
  t.ok(Value.Check(RecordingState, failed));
});
