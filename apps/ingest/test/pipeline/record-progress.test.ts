import type { RecordingProgress } from '@debrief/contracts/events/recording';
import t from 'tap';
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

async function analyzing(values: Partial<RecordingRow> = {}): Promise<RecordingRow> {
  const row = await submitted(db, tenant());
  const state = { status: 'ANALYZING', progress: 65, transcribed_at: past, due_at: past } as const;
  await change(db, row, { ...state, ...values });
  return rowOf(db, row);
}

function notice(row: RecordingRow, values: Partial<RecordingProgress>): RecordingProgress {
  const { integration_id, id, attempt } = row;
  return { integration_id, recording_id: id, attempt, progress: 70, ...values };
}

function report(...notices: RecordingProgress[]): Promise<void> {
  return recordProgress(db, notices, 600);
}

t.test('one batch moves many recordings on, each forward only, and postpones the next request', async (t) => {
  const [one, two] = [await analyzing(), await analyzing({ progress: 80 })];
  await report(notice(one, { progress: 70.9 }), notice(two, { progress: 75 }));
  const [first, second] = [await rowOf(db, one), await rowOf(db, two)];
  t.equal(first.progress, 70);
  t.equal(second.progress, 80);
  for (const { due_at } of [first, second]) t.ok((due_at ?? '') > past);
});

t.test('it never shows less than 65, nor 100, and never shortens a delay', async (t) => {
  const late = '2126-11-20T10:00:00.000000Z';
  const row = await analyzing({ due_at: late });
  await report(notice(row, { progress: 10 }));
  t.equal((await rowOf(db, row)).progress, 65);
  await report(notice(row, { progress: 100 }));
  t.match(await rowOf(db, row), { progress: 99, due_at: late });
});

t.test('another attempt, and what is not being analyzed, are left alone', async (t) => {
  const rows = [
    await analyzing({ attempt: 2 }),
    await analyzing(ended.completed),
    await analyzing(ended.failed),
    await submitted(db, tenant()),
  ];
  const [second, ...others] = rows as [RecordingRow, ...RecordingRow[]];
  await report(
    notice(second, { attempt: 1 }),
    notice(second, { attempt: 3 }),
    ...others.map((row) => notice(row, {})),
  );
  for (const row of rows) t.same(await rowOf(db, row), row);
});

t.test('a recording that is locked at the moment is skipped', async (t) => {
  const [busy, idle] = [await analyzing(), await analyzing()];
  await db.transaction().execute(async (tx) => {
    await change(tx, busy, { attempt: 2 });
    await report(notice(busy, {}), notice(idle, {}));
  });
  t.match(await rowOf(db, busy), { progress: 65, attempt: 2 });
  t.match(await rowOf(db, idle), { progress: 70 });
});
