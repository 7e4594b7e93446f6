import { sql } from 'kysely';
import t from 'tap';
import { workDatabase } from '../fixtures/work.ts';

const { db, worker, claimed } = await workDatabase(t);

t.beforeEach(async () => {
  await sql`delete from speech_use`.execute(db);
});

const none = { seconds: null, seconds_in_all: null, money: null, money_in_all: null };

/** What a day has, of the integration and of all. */
async function useOf(integration_id: string) {
  const rows = await db.selectFrom('speech_use').selectAll().execute();
  const of = (id: string) => {
    const row = rows.find((one) => one.integration_id === id);
    return row && [row.seconds, row.money];
  };
  return { own: of(integration_id), all: of('00000000-0000-0000-0000-000000000000') };
}

t.test('an attempt notes what it takes in all, as often as it asks', async (t) => {
  const { recording } = await claimed();
  const granted = { held: true, granted: true };
  t.same(await worker.spend(recording, { seconds: 60, money: 0.5 }), granted);
  t.same(await worker.spend(recording, { seconds: 60, money: 0.5 }), granted);
  t.same(await useOf(recording.integration_id), { own: [60, 0.5], all: [60, 0.5] });
  t.same(await worker.spend(recording, { seconds: 20, money: 0.25 }), granted);
  t.same(await useOf(recording.integration_id), { own: [20, 0.25], all: [20, 0.25] });
});

t.test('what would pass a limit is not granted, and takes nothing', async (t) => {
  const { recording } = await claimed();
  const other = (await claimed()).recording;
  const seconds = { ...none, seconds: 100, seconds_in_all: 150 };
  t.match(await worker.spend(recording, { seconds: 101, limits: seconds }), { granted: false });
  t.match(await worker.spend(recording, { seconds: 100, limits: seconds }), { granted: true });
  t.match(await worker.spend(other, { seconds: 51, limits: seconds }), { granted: false });
  t.match(await worker.spend(other, { seconds: 50, limits: seconds }), { granted: true });
  const money = { ...none, money: 2, money_in_all: 3 };
  t.match(await worker.spend(recording, { seconds: 100, money: 2.1, limits: money }), { granted: false });
  t.match(await worker.spend(recording, { seconds: 100, money: 2, limits: money }), { granted: true });
  t.match(await worker.spend(other, { seconds: 50, money: 1.1, limits: money }), { granted: false });
  t.same(await useOf(other.integration_id), { own: [50, 0], all: [150, 2] });
  t.match(await worker.spend(recording, { seconds: 99, limits: { ...none, seconds: 1 } }), { granted: true });
});

t.test('many at once do not pass a limit together', async (t) => {
  const all = [await claimed(), await claimed(), await claimed(), await claimed()];
  const limits = { ...none, seconds_in_all: 25 };
  const answers = await Promise.all(
    all.map(({ recording }) => worker.spend(recording, { seconds: 10, limits })),
  );
  t.equal(answers.filter(({ granted }) => granted).length, 2);
});

t.test(
  'a lost attempt leaves what it had reserved; the next begins at nothing, and the old one is refused',
  async (t) => {
    const { recording } = await claimed();
    await worker.spend(recording, { seconds: 10 });
    await worker.release(recording, 'handed_on');
    const [again] = await worker.claim();
    t.equal(again?.recording.attempt, 2);
    t.same(await worker.spend(recording, { seconds: 5 }), { held: false, granted: false });
    await worker.spend(again?.recording as never, { seconds: 30 });
    t.same((await useOf(recording.integration_id)).own, [40, 0]);
  },
);

t.test('a day ends, and what was reserved before is given back to the day it is of', async (t) => {
  const { recording } = await claimed();
  const limits = { ...none, seconds: 60 };
  await worker.spend(recording, { seconds: 60, limits });
  await sql`update speech_use set day = day - 1`.execute(db);
  await sql`update recordings set speech_day = speech_day - 1`.execute(db);
  const next = (await claimed()).recording;
  t.match(await worker.spend(next, { seconds: 60, limits }), { granted: true });
  await worker.spend(recording, { seconds: 10 });
  const rows = await db
    .selectFrom('speech_use')
    .select('seconds')
    .where('integration_id', '=', recording.integration_id)
    .execute();
  t.same(rows, [{ seconds: 10 }]);
});
