import { sql } from 'kysely';
import t from 'tap';
import { endLongWaits, lockHeldWork, renewWork, returnWork } from '../src/leased-work.ts';
import { transaction } from '../src/pool.ts';
import { claimant, limits, one, other, type Task, work, workDatabase } from './work-database.ts';

const { db, add, claimed, claim, renew, giveBack, takeBack, rowOf, change, pass, seconds } =
  await workDatabase(t);

t.test('a lease is renewed; after it has run out too, until somebody else has claimed', async (t) => {
  const task = await claimed();
  await pass(60);
  t.same(await renew(task), [true]);
  t.equal(await seconds('lease_until', task), 90);
  t.same(await takeBack(), []);
  await pass(91);
  t.match(await takeBack(), [{ id: task.id, attempt: 1, isExhausted: false }]);
  t.same(await renew(task), [true]);
  t.same(await claim(), [], 'it is held again');
  await pass(91);
  await takeBack();
  await pass(600);
  t.same(await claim({ holds: [task.id] }), [], 'whoever says to hold it is not given it');
  t.match(await claim(), [{ id: task.id, attempt: 2 }]);
  t.same(await renew(task), [false]);
  t.same(await renew({ ...task, attempt: 3 }), [false]);
});

t.test('a batch answers each item alone, and one row that is named twice', async (t) => {
  const task = await claimed();
  const stranger = { ...task, integration_id: other };
  const items = [stranger, task, { ...task, attempt: 2 }, { ...task, paused: true }];
  t.same(await renewWork(db, work, items, { leaseSeconds: 90 }), [false, true, false, true]);
  t.ok((await rowOf(task)).paused_at, 'of two renewals the later one counts');
  t.same(await transaction(db, (tx) => lockHeldWork(tx, work, items)), [false, true, false, true]);
  t.match(await transaction(db, (tx) => returnWork(tx, work, [{ ...task, outcome: 'failed' }], limits)), [
    { id: task.id, attempt: 1, isExhausted: true },
  ]);
});

t.test(
  'a deadline ends the attempt however often it is renewed, and waiting for a place does not count',
  async (t) => {
    const task = await claimed();
    for (let beats = 0; beats < 5; beats += 1) {
      await pass(80);
      await renew(task, true);
    }
    await pass(80);
    await renew(task);
    t.equal(await seconds('deadline_at', task), 600 - 80);
    for (let beats = 0; beats < 6; beats += 1) {
      t.same(await takeBack(), []);
      await pass(87);
      t.same(await renew(task), [true]);
    }
    t.match(await takeBack(), [{ id: task.id, attempt: 2 }]);
    t.same(await renew(task), [false]);
    t.match(await claim(), [{ attempt: 2, deadline_seconds: 600 }]);
  },
);

t.test(
  'what is given back to wait is due after 5, 10, 20, 30, 30 seconds and counts as nothing',
  async (t) => {
    await add(one);
    for (const [index, delay] of [5, 10, 20, 30, 30].entries()) {
      const [task] = (await claim()) as [Task];
      t.equal(task.attempt, index + 1);
      const [returned] = await giveBack(task, 'wait');
      t.match(returned, { isExhausted: false, attempt: index + 2 });
      t.equal(Math.floor((await seconds('due_at', task)) ?? 0), delay);
      t.same(await giveBack(task, 'wait'), [null], 'only once');
      t.same(await claim(), [], 'not before that');
      await pass(delay + 1);
      const waiting_since = sql`(select at from lease_clock) - make_interval(secs => ${[5, 15, 35, 65, 95][index]})`;
      await change({ waiting_since });
      t.match(await rowOf(task), { failures: 0, waits_for: 'engine_unavailable' });
    }
  },
);

t.test('what is given back to be retried is due after 10 and 30 seconds, then exhausted', async (t) => {
  await add(one);
  for (const delay of [10, 30]) {
    const [task] = (await claim()) as [Task];
    t.match(await giveBack(task, 'retry'), [{ isExhausted: false }]);
    t.equal(await seconds('due_at', task), delay);
    await pass(delay);
  }
  const [task] = (await claim()) as [Task];
  t.match(await giveBack(task, 'retry'), [{ isExhausted: true, attempt: 3 }]);
});

t.test(
  'what is handed on is due at once, and a delay that the worker asks for is kept: no shorter than usual, and an hour at most',
  async (t) => {
    const task = await claimed();
    await giveBack(task, 'handed_on', { reason: null });
    const [again] = (await claim()) as [Task];
    t.match(await rowOf(again), { attempt: 2, failures: 0, waits_for: null });
    for (const [afterSeconds, delay] of [
      [1e9, 3_600],
      [1, 10],
    ]) {
      await change({ attempt: 2, claimed_by: claimant, failures: 0 });
      await giveBack(again, 'retry', { afterSeconds: afterSeconds as number });
      t.equal(await seconds('due_at', task), delay);
    }
  },
);

t.test('what has waited for too long is exhausted, claimed or not', async (t) => {
  let task = await claimed();
  await giveBack(task, 'wait');
  await pass(3_599);
  [task] = (await claim()) as [Task];
  await pass(2);
  const ended = () => transaction(db, (tx) => endLongWaits(tx, work, { maxWaitSeconds: 3_600, limit: 10 }));
  t.same(await ended(), [], 'not while it is claimed');
  t.match(await giveBack(task, 'wait'), [{ isExhausted: true, attempt: 2 }]);
  t.match(await ended(), [{ id: task.id, reason: 'engine_unavailable' }]);
});
