import { sql } from 'kysely';
import t from 'tap';
import { one, type Task, workDatabase } from './work-database.ts';

const { db, add, claimed, claim, renew, giveBack, takeBack, rowOf, pass } = await workDatabase(t);

t.test('an expired lease counts only where `counts` says so, and the third failure exhausts', async (t) => {
  const { id } = await claimed();
  await pass(91);
  t.match(await takeBack(sql`false`), [{ isExhausted: false }]);
  for (const failures of [1, 2]) {
    await claim();
    await pass(91);
    t.match(await takeBack(), [{ isExhausted: false }]);
    t.equal((await rowOf({ id })).failures, failures);
    await pass(600);
  }
  await claim();
  await pass(91);
  t.match(await takeBack(), [{ id, attempt: 4, isExhausted: true }]);
  t.match(await rowOf({ id }), { failures: 3, claimed_at: null, claimed_by: null });
});

t.test('what was lost with twenty workers in a row is exhausted, though no loss counts', async (t) => {
  const { id } = await claimed();
  for (let losses = 1; losses < 20; losses += 1) {
    await pass(91);
    t.match(await takeBack(sql`false`), [{ isExhausted: false }]);
    const row = await rowOf({ id });
    t.match(row, { losses, failures: 0 });
    if (losses === 1) t.equal(row.due_at, null, 'the first may be claimed at once');
    await pass(600);
    t.equal((await claim()).length, 1);
  }
  await pass(91);
  t.match(await takeBack(sql`false`), [{ id, isExhausted: true }]);
});

t.test('what a frozen worker goes on with was not lost, and counts for nothing', async (t) => {
  const task = await claimed();
  for (const counts of [sql<boolean>`true`, sql<boolean>`false`, sql<boolean>`true`, sql<boolean>`true`]) {
    await pass(91);
    t.match(await takeBack(counts), [{ id: task.id, isExhausted: false }]);
    t.same(await renew(task), [true]);
    t.match(await rowOf(task), { failures: 0, losses: 0, attempt: 1 });
    t.same(await renew(task), [true], 'once');
    t.match(await rowOf(task), { failures: 0, losses: 0 });
  }
  await pass(91);
  await takeBack();
  await claim();
  t.same(await renew(task), [false]);
  t.match(await rowOf(task), { failures: 1, losses: 1, attempt: 2 }, 'another has it');
});

t.test('a release as `lost` is a loss too, and the twentieth in a row exhausts', async (t) => {
  let task = await claimed();
  const { id } = task;
  for (let losses = 1; losses < 20; losses += 1) {
    t.match(await giveBack(task, 'lost', { reason: null }), [{ id, isExhausted: false }]);
    t.match(await rowOf({ id }), { losses, failures: 0, claimed_by: null });
    await pass(600);
    [task] = (await claim()) as [Task];
  }
  t.match(await giveBack(task, 'lost', { reason: null }), [{ id, isExhausted: true }]);
});

t.test('a release as `lost` counts where `counts` says so, and the third exhausts', async (t) => {
  let task = await claimed();
  const { id } = task;
  const counts = sql<boolean>`true`;
  for (const failures of [1, 2]) {
    t.match(await giveBack(task, 'lost', { counts }), [{ id, isExhausted: false }]);
    t.match(await rowOf({ id }), { failures, losses: failures });
    await pass(10);
    [task] = (await claim()) as [Task];
  }
  t.match(await giveBack(task, 'lost', { counts }), [{ id, isExhausted: true }]);
});

t.test(
  'what was lost twice together is due at different times, and a release resets the losses',
  async (t) => {
    await add(one, 4);
    for (let losses = 0; losses < 2; losses += 1) {
      await claim({ places: 4 });
      await pass(91);
      t.equal((await takeBack(sql`false`)).length, 4);
    }
    const due = await db.selectFrom('tasks').select('due_at').execute();
    t.equal(new Set(due.map(({ due_at }) => due_at)).size, 4);
    await pass(10);
    const [task] = (await claim()) as [Task];
    await giveBack(task, 'wait');
    t.match(await rowOf(task), { losses: 0 });
  },
);
