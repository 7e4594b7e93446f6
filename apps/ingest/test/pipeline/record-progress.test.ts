import type { RecordingProgress } from '@debrief/contracts/events/recording';
import t from 'tap';
import { leaseFor } from '../../src/dispatch/dispatch-settings.ts';
import { recordProgress } from '../../src/pipeline/record-progress.ts';
import {
  change,
  ended,
  ingestDatabase,
  type RecordingRow,
  rowOf,
  submitted,
  tenant,
} from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
const past = '2026-11-20T10:00:00.000000Z';

async function inFlight(values: Partial<RecordingRow> = {}): Promise<RecordingRow> {
  const row = await submitted(db, tenant());
  await change(db, row, { released_at: past, lease_until: past, ...values });
  return rowOf(db, row);
}

function notice(row: RecordingRow, values: Partial<RecordingProgress>): RecordingProgress {
  const { integration_id, id, attempt } = row;
  return { integration_id, recording_id: id, attempt, status: 'TRANSCRIBING', progress: 10, ...values };
}

function report(...notices: RecordingProgress[]): Promise<void> {
  return recordProgress(db, notices, leaseFor(90));
}

t.test('one batch moves many recordings on and extends their leases', async (t) => {
  const [one, two] = [await inFlight(), await inFlight()];
  await report(notice(one, { status: 'DOWNLOADING', progress: 5 }), notice(two, { progress: 33.9 }));
  const [first, second] = [await rowOf(db, one), await rowOf(db, two)];
  t.match(first, { status: 'DOWNLOADING', progress: 5 });
  t.match(second, { status: 'TRANSCRIBING', progress: 33 });
  for (const row of [first, second]) {
    t.ok((row.lease_until ?? '') > row.queued_at);
    t.ok(row.started_at !== null);
  }
});

t.test('status and progress never go back, but a late sign of life still extends the lease', async (t) => {
  const row = await inFlight({ status: 'TRANSCRIBING', progress: 40, started_at: past });
  await report(notice(row, { status: 'DOWNLOADING', progress: 5 }));
  const after = await rowOf(db, row);
  t.match(after, { status: 'TRANSCRIBING', progress: 40, started_at: past });
  t.ok((after.lease_until ?? '') > row.queued_at);
});

t.test('each stage keeps to its own range of progress, and none reaches 100', async (t) => {
  const row = await inFlight();
  const shown = async (values: Partial<RecordingProgress>) => {
    await report(notice(row, values));
    const { status, progress } = await rowOf(db, row);
    return `${status} ${progress}`;
  };
  t.equal(await shown({ status: 'DOWNLOADING', progress: 0 }), 'DOWNLOADING 5');
  t.equal(await shown({ status: 'TRANSCRIBING', progress: 0 }), 'TRANSCRIBING 10');
  t.equal(await shown({ status: 'TRANSCRIBING', progress: 90 }), 'TRANSCRIBING 60');
  t.equal(await shown({ status: 'ANALYZING', progress: 10 }), 'ANALYZING 65');
  t.equal(await shown({ status: 'ANALYZING', progress: 100 }), 'ANALYZING 99');
});

t.test('another attempt, a finished recording and an unreleased one are left alone', async (t) => {
  const rows = [
    await inFlight({ attempt: 2 }),
    await inFlight(ended.completed),
    await inFlight(ended.failed),
    await inFlight({ released_at: null, lease_until: null }),
  ];
  const [second, ...others] = rows as [RecordingRow, ...RecordingRow[]];
  await report(
    notice(second, { attempt: 1 }),
    notice(second, { attempt: 3 }),
    ...others.map((row) => notice(row, {})),
  );
  for (const row of rows) t.same(await rowOf(db, row), row);
});

t.test('once the transcript is stored only coaching’s notices count', async (t) => {
  const row = await inFlight({ status: 'ANALYZING', progress: 65, transcribed_at: past });
  await report(notice(row, { status: 'TRANSCRIBING', progress: 60 }));
  t.same(await rowOf(db, row), row);
  await report(notice(row, { status: 'ANALYZING', progress: 70 }));
  const after = await rowOf(db, row);
  t.match(after, { status: 'ANALYZING', progress: 70 });
  t.ok(after.started_at !== null);
});

t.test('a recording that is locked at the moment is skipped', async (t) => {
  const [busy, idle] = [await inFlight(), await inFlight()];
  await db.transaction().execute(async (tx) => {
    await change(tx, busy, { attempt: 2 });
    await report(notice(busy, {}), notice(idle, {}));
  });
  t.match(await rowOf(db, busy), { status: 'QUEUED', attempt: 2 });
  t.match(await rowOf(db, idle), { status: 'TRANSCRIBING' });
});
