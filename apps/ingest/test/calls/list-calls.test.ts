import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { listCalls as operation } from '@debrief/contracts/operations/ingest';
import t from 'tap';
import { listCalls } from '../../src/calls/list-calls.ts';
import { ask, change, ended, ingestDatabase, submitted, tenant } from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
const handler = listCalls(db);
type Op = typeof operation;

async function page(caller: ReturnType<typeof tenant>, input: Partial<InputOf<Op>>): Promise<OutputOf<Op>> {
  const [answer] = await ask<Op>(handler, [{ caller, input: { limit: 100, sort: 'asc', ...input } }]);
  return answer as OutputOf<Op>;
}

async function ids(caller: ReturnType<typeof tenant>, input: Partial<InputOf<Op>>): Promise<string[]> {
  return (await page(caller, input)).data.map(({ id }) => id);
}

t.test('pages walk every call once in either order, also where many share a created_date', async (t) => {
  const caller = tenant();
  const rows = [];
  for (let index = 0; index < 23; index += 1) {
    const row = await submitted(db, caller);
    // Dates apart by less than the milliseconds that clients see.
    const created_date = `2026-11-20T10:00:00.12300${Math.floor(index / 10)}Z`;
    await change(db, row, { created_date });
    rows.push({ id: row.id, created_date });
  }
  const ordered = rows
    .toSorted((a, b) => (`${a.created_date} ${a.id}` < `${b.created_date} ${b.id}` ? -1 : 1))
    .map(({ id }) => id);
  for (const sort of ['asc', 'desc'] as const) {
    const walked: string[] = [];
    let after: OutputOf<Op>['next'] | undefined;
    let pages = 0;
    do {
      const answer: OutputOf<Op> = await page(caller, { limit: 4, sort, ...(after && { after }) });
      walked.push(...answer.data.map(({ id }) => id));
      after = answer.next;
      pages += 1;
    } while (after !== null);
    t.same(walked, sort === 'asc' ? ordered : ordered.toReversed());
    t.equal(pages, 6);
  }
});

t.test('a page that ends with the last call has no next one', async (t) => {
  const caller = tenant();
  await submitted(db, caller);
  await submitted(db, caller);
  t.equal((await page(caller, { limit: 2 })).next, null);
  t.match((await page(caller, { limit: 1 })).next, {
    created_date: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  });
  t.same(await page(tenant(), {}), { data: [], next: null });
});

t.test('each filter lists the calls it names and no others', async (t) => {
  const caller = tenant();
  const wanted = await submitted(db, caller, {
    external_user_id: 'agent-1',
    external_contact_id: 'lead-1',
    incoming: true,
    source_id: 'source-1',
    stage_id: 'stage-9',
    recording_id: 'wanted',
  });
  const other = await submitted(db, caller, { incoming: false });
  await submitted(db, caller, { incoming: null, kind: 'roleplay', external_user_id: 'agent-1' });
  await change(db, wanted, { created_date: '2026-11-20T10:00:00.000400Z', ...ended.failed });
  await change(db, other, { created_date: '2026-11-20T10:00:00.001000Z' });

  const filters: Partial<InputOf<Op>>[] = [
    { user_id: wanted.user_id },
    { external_user_id: 'agent-1' },
    { contact_id: wanted.contact_id },
    { external_contact_id: 'lead-1' },
    { status: 'FAILED' },
    { incoming: true },
    { source_id: 'source-1' },
    { stage_id: 'stage-9' },
    { external_recording_id: 'wanted' },
    { created_date_lte: '2026-11-20T10:00:00.000Z' },
    { user_id: wanted.user_id, status: 'FAILED', incoming: true },
  ];
  for (const filter of filters) t.same(await ids(caller, filter), [wanted.id], JSON.stringify(filter));
  t.same(await ids(caller, { incoming: false }), [other.id]);
  t.same(await ids(caller, { status: 'QUEUED' }), [other.id]);
  t.same(await ids(caller, { created_date_gte: '2026-11-20T10:00:00.001Z' }), [other.id]);
  t.same(await ids(caller, { created_date_gte: '2026-11-20T10:00:00.000Z' }), [wanted.id, other.id]);
  t.same(await ids(caller, { created_date_lte: '2026-11-20T10:00:00.001Z' }), [wanted.id, other.id]);
  t.same(await ids(caller, { user_id: wanted.user_id, incoming: false }), []);
  t.same(await ids(tenant(), { external_user_id: 'agent-1' }), []);
});

t.test('a batch of lists answers each caller its own, and equal questions equally', async (t) => {
  const callers = [tenant(), tenant(), tenant()];
  const rows = await Promise.all(callers.map((caller) => submitted(db, caller)));
  const input = { limit: 10, sort: 'asc' as const };
  const items = [0, 1, 2, 1, 0, 2, 1].map((index) => ({
    caller: callers[index] as (typeof callers)[0],
    input,
  }));
  const answers = (await ask<Op>(handler, items)) as OutputOf<Op>[];
  t.same(
    answers.map(({ data }) => data.map(({ id }) => id)),
    [0, 1, 2, 1, 0, 2, 1].map((index) => [rows[index]?.id]),
  );
});
