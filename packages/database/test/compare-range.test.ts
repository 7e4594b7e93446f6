import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import t from 'tap';
import { rebuildView } from '../src/rebuild.ts';
import { type Db, type Row, rebuildScene, receive } from './rebuild-scene.ts';
import { until } from './stream.ts';

const ROWS_MAX = 2_000;

t.test('whatever was lost, changed or added is as the owner has it', async (t) => {
  const { db, owner, integrations, copied, work, start, ended } = await rebuildScene(t, 700);
  const before = await copied();
  t.strictSame(before, owner.all());
  await sql`delete from copies where right(id::text, 1) in ('0', '1', '2')`.execute(db);
  const damages = [
    sql`words = '{}'`,
    sql`figures = null`,
    sql`version = version + 100`,
    sql`version = 0`,
    sql`figures = '{"talk": null}'`,
  ];
  for (const [index, damage] of damages.entries())
    await sql`update copies set ${damage} where right(id::text, 1) = ${String(index + 3)}`.execute(db);
  for (const integration_id of [...integrations, randomUUID(), '00000000-0000-0000-0000-000000000001'])
    for (let index = 0; index < 250; index += 1)
      await receive(db, { integration_id, id: randomUUID(), version: 1, words: [], figures: null });
  const right = new Map(before.map((row) => [row.id, JSON.stringify(row)]));
  const kept = (await copied()).filter((row) => right.get(row.id) === JSON.stringify(row)).length;

  await work();
  t.match(await start(), { kind: 'copies', finished_at: null, rows: 0 });
  const rebuild = await ended();
  t.strictSame(await copied(), before);
  t.match(rebuild, { rows: 700, changed: 700 - kept, removed: 1250, waits_for: null });
  t.notOk('position' in rebuildView(rebuild));

  await start();
  t.match(await ended(), { rows: 700, changed: 0, removed: 0 });
  t.not((await ended()).id, rebuild.id);
});

t.test('what is right is not written', async (t) => {
  const { db, work, start, ended } = await rebuildScene(t, 300);
  const versions = async () =>
    (await sql`select id, xmin::text from copies order by id`.execute(db)).rows as object[];
  const before = await versions();
  await work();
  await start();
  await ended();
  t.strictSame(await versions(), before);
});

t.test('an event that arrives while a page is on its way is not undone', async (t) => {
  const { db, owner, integrations, copied, work, start, ended } = await rebuildScene(t, 90);
  const [first, second, third, fourth] = owner.all() as [Row, Row, Row, Row];
  await sql`update copies set version = 50, words = '{}' where id = ${second.id}`.execute(db);
  await sql`delete from copies where id = ${fourth.id}`.execute(db);
  let pages = 0;
  owner.onTheWay = async () => {
    pages += 1;
    if (pages > 1) return;
    await receive(db, owner.set({ ...first, words: ['newer'] }));
    await receive(db, owner.set({ integration_id: integrations[0], words: ['new'] }));
    // An old event, delivered again, of a row that was lost.
    await receive(db, { ...fourth, version: 0, words: ['old'] });
    owner.rows.delete(third.id);
    await sql`delete from copies where id = ${third.id}`.execute(db);
  };
  await work();
  await start();
  t.match(await ended(), { changed: 3 - 1, removed: 0 });
  t.ok(pages > 1);
  t.strictSame(await copied(), owner.all());
});

t.test('an event that holds a row while it is compared is not undone', async (t) => {
  const { db, owner, copied, work, start, ended } = await rebuildScene(t, 30);
  const [first, second] = owner.all() as [Row, Row];
  await sql`update copies set words = '{}' where id in (${first.id}, ${second.id})`.execute(db);
  let storing: Promise<void> | undefined;
  owner.onTheWay = async () => {
    if (storing !== undefined) return;
    const isHeld = Promise.withResolvers<void>();
    storing = db.transaction().execute(async (tx) => {
      await receive(tx as unknown as Db, owner.set({ ...first, words: ['newer'] }));
      isHeld.resolve();
      const waits = async () => {
        const { rows } = await sql`select from pg_locks where not granted
          and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db);
        return rows.length > 0;
      };
      await until(waits);
    });
    await isHeld.promise;
  };
  await work();
  await start();
  await ended();
  await storing;
  t.strictSame(await copied(), owner.all());
});

t.test('rows that never rest do not hold up the others', async (t) => {
  const { db, owner, copied, work, start, ended } = await rebuildScene(t, 30);
  const [first, second] = owner.all() as [Row, Row];
  owner.onTheWay = () => receive(db, owner.set({ ...first, words: [randomUUID()] }));
  await sql`delete from copies where id = ${second.id}`.execute(db);
  await work();
  await start();
  await ended();
  t.strictSame(await copied(), owner.all());
});

t.test('a change that came while the copy was ahead of its owner is not lost', async (t) => {
  const { db, owner, copied, work, start, ended } = await rebuildScene(t, 3);
  const [row] = owner.all() as [Row];
  await sql`update copies set version = version + 5, words = '{}' where id = ${row.id}`.execute(db);
  owner.onTheWay = async () => {
    owner.onTheWay = async () => {};
    await receive(db, owner.set({ ...row, words: ['later'] }));
  };
  await work();
  await start();
  await ended();
  t.strictSame(await copied(), owner.all());
});

t.test('what was lost, and is removed by its owner meanwhile, does not come back', async (t) => {
  const { db, owner, copied, work, start, ended } = await rebuildScene(t, 3);
  const [row] = owner.all() as [Row];
  await sql`delete from copies where id = ${row.id}`.execute(db);
  // Its event finds nothing to remove.
  owner.onTheWay = async () => void owner.rows.delete(row.id);
  await work();
  await start();
  t.match(await ended(), { changed: 1, removed: 1 });
  t.strictSame(await copied(), owner.all());
});

t.test('with events all the while the copy ends as the owner has it', async (t) => {
  const { db, owner, integrations, copied, work, start, ended } = await rebuildScene(t, 900);
  await sql`delete from copies where right(id::text, 1) < '8'`.execute(db);
  await sql`update copies set words = '{}', version = version + 5 where right(id::text, 1) = 'a'`.execute(db);
  const underWay: Promise<void>[] = [];
  const send = (row: Row) => underWay.push(sleep(Math.random() * 40).then(() => receive(db, row)));
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      const known = owner.all();
      const some = known[Math.floor(Math.random() * known.length)] as Row;
      send(owner.set({ ...some, words: [randomUUID()] }));
      // On a slow machine they would become ever more to compare.
      if (known.length < ROWS_MAX)
        send(owner.set({ integration_id: integrations[Math.floor(Math.random() * 3)] as string }));
      await sleep(1);
    }
  })();
  owner.onTheWay = () => sleep(Math.random() * 20);
  await work();
  await start();
  await ended();
  isDone = true;
  await writing;
  await Promise.all(underWay);
  t.strictSame(await copied(), owner.all());
});

t.test('only the integration that was asked for is compared', async (t) => {
  const { db, owner, integrations, copied, work, start, ended } = await rebuildScene(t, 30);
  await sql`delete from copies`.execute(db);
  await receive(db, { integration_id: randomUUID(), id: randomUUID(), version: 1, words: [], figures: null });
  await work();
  await start(integrations[1]);
  t.match(await ended(), { integration_id: integrations[1], rows: 10, changed: 10, removed: 0 });
  t.equal((await copied()).length, 11);
  const own = (row: Row) => row.integration_id === integrations[1];
  t.strictSame((await copied()).filter(own), owner.all().filter(own));
});
