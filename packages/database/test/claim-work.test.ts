import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import t from 'tap';
import { claimWork } from '../src/leased-work.ts';
import { transaction } from '../src/pool.ts';
import { claimant, one, other, type Task, work, workDatabase } from './work-database.ts';

const { db, add, claimed, claim, takeBack, readsOfClaim, pass } = await workDatabase(t);

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

t.test('a replica that is frozen in the middle of a claim holds up others for seconds', async (t) => {
  const limit = await transaction(db, async function freeze(tx) {
    await claimWork(tx, work, {
      ...{ claimant, holds: [], places: 1, perIntegration: 4, leaseSeconds: 90 },
      ...{ deadlineSeconds: sql<number>`600`, select: sql`r.id` },
    });
    const setting = sql<{ ms: number }>`
      select setting::integer as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`;
    return (await setting.execute(tx)).rows[0]?.ms ?? 0;
  });
  t.ok(limit > 0 && limit <= 5_000, `${limit} ms`);
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
