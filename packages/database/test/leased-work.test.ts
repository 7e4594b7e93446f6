import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import t from 'tap';
import { endLongWaits, lockHeldWork, renewWork, returnWork } from '../src/leased-work.ts';
import { transaction } from '../src/pool.ts';
import { limits, type Task, work, workDatabase } from './work-database.ts';

const { db, add, claim, giveBack, takeBack, readsOfClaim, rowOf, change, pass, seconds } =
  await workDatabase(t);
const renew = (task: Task, paused = false) =>
  renewWork(db, work, [{ ...task, paused }], { leaseSeconds: 90 });
const [one, other, claimant] = [randomUUID(), randomUUID(), randomUUID()];

async function claimed(): Promise<Task> {
  await add(one);
  const [task] = await claim({ claimant });
  if (task === undefined) throw new Error('nothing was claimed');
  return task;
}

for (const tenants of [2, 20]) {
  t.test(`of ${tenants} integrations the one with the least running comes first, oldest first`, async (t) => {
    const few = Array.from({ length: tenants - 1 }, () => randomUUID());
    await add(one, 30);
    const first = await claim({ places: 3 });
    t.same(new Set(first.map(({ integration_id }) => integration_id)), new Set([one]));
    for (const integration of few) await add(integration, 2);
    const next = await claim({ places: few.length });
    t.same(
      next.map(({ integration_id }) => integration_id),
      few,
      'the first of everyone else comes before the fourth of the one',
    );
    const rest = await claim({ places: 100 });
    t.equal(rest.filter(({ integration_id }) => integration_id === one).length, 1, 'its cap is four');
    t.equal(rest.length, few.length + 1);
    t.same(await claim({ places: 100, perIntegration: 2 }), []);
  });
}

t.test('with one place, integrations are served alternately', async (t) => {
  const others = Array.from({ length: 3 }, () => randomUUID());
  await add(one, 4);
  for (const integration of others) await add(integration, 2);
  const served: string[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const [task] = (await claim({ served })) as [Task];
    served.push(...served.splice(0).filter((id) => id !== task.integration_id), task.integration_id);
    await db.deleteFrom('tasks').where('id', '=', task.id).execute();
    t.equal(task.integration_id, [one, ...others][turn % 4]);
  }
});

t.test('claims at the same moment hand nothing out twice, and never too much', async (t) => {
  await add(one, 20);
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim({ places: 3, perIntegration: 7 })));
  const ids = claims.flat().map(({ id }) => id);
  t.equal(ids.length, 7);
  t.equal(new Set(ids).size, 7);
});

t.test(
  'what a claimant does not hold of what it was given is handed out again, under its attempt',
  async (t) => {
    const task = await claimed();
    await add(one);
    const [again, next] = await claim({ claimant, places: 2 });
    t.match(again, { id: task.id, attempt: 1 });
    t.match(next, { attempt: 1 });
    t.same(await claim({ claimant, places: 2, holds: [task.id, next?.id ?? ''] }), []);
    t.same(await claim({ places: 2 }), [], 'to nobody else');
  },
);

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

t.test('a claim does not read what is not due yet, and what has become due is claimed at once', async (t) => {
  await sql`
    insert into tasks (integration_id, id, due_at)
    select ${one}::uuid, gen_random_uuid(), (select at from lease_clock) + interval '1 hour' from generate_series(1, 10000)
  `.execute(db);
  await add(other);
  await sql`analyze tasks`.execute(db);
  t.ok((await readsOfClaim({ places: 2 })) < 1_000);
  await pass(3_600);
  t.equal((await claim({ places: 3 })).length, 3);
  await add(other);
  const next = await claim({ places: 3 });
  t.match(next, { length: 2 }, 'the cap of the one, and the other');
  t.ok((await readsOfClaim({ places: 16 })) < 1_000);
});

t.test('a row that somebody has locked is neither claimed nor taken back', async (t) => {
  const task = await claimed();
  await pass(91);
  await transaction(db, async (tx) => {
    await sql`select from tasks where id = ${task.id} for update`.execute(tx);
    t.same(await takeBack(), []);
    t.same(await claim({ claimant }), []);
  });
  t.equal((await claim({ claimant })).length, 1);
});
