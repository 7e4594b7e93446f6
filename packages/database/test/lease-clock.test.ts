import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import t from 'tap';
import { startLeaseClock } from '../src/leased-work.ts';
import { until } from './stream.ts';
import { workDatabase } from './work-database.ts';

const { db, add, claim, takeBack, giveBack, seconds, beatAfter } = await workDatabase(t);
const HOUR = 3_600;

t.test(
  'the clock goes on with each beat, and stands still over gaps in which nothing could be renewed',
  async (t) => {
    for (const seconds of [1, 4]) {
      const passed = await beatAfter(seconds);
      t.ok(passed >= seconds && passed < seconds + 1, `went on by ${passed} s`);
    }
    for (const seconds of [6, 70, HOUR, -HOUR, -1]) t.equal(await beatAfter(seconds), 0);
  },
);

t.test('an outage and a clock set back and forth move no lease, deadline or delay', async (t) => {
  await add(randomUUID(), 2);
  const [running, waiting] = await claim({ places: 2 });
  if (running === undefined || waiting === undefined) throw new Error('nothing was claimed');
  await giveBack(waiting, 'wait');
  for (const gap of [1_200, HOUR, -HOUR]) {
    await beatAfter(gap);
    t.same(await takeBack(), []);
    t.same(await claim({ holds: [running.id] }), []);
    t.equal(await seconds('lease_until', running), 90);
    t.equal(await seconds('deadline_at', running), 600);
    t.equal(await seconds('due_at', waiting), 5);
  }
});

t.test('it beats while workers can renew, in any number of replicas', async (t) => {
  let isAway = false;
  const logged: string[] = [];
  const log = { info: () => logged.push('back'), warn: () => logged.push('away'), error() {} };
  const canRenew = async () => {
    if (isAway) throw new Error('NATS does not answer');
  };
  await beatAfter(0);
  const start = (o: { log: typeof log }) => startLeaseClock(db, { leaseSeconds: 0.4, canRenew, ...o });
  const clocks = [start({ log }), start({ log: { ...log, info: () => 0, warn: () => 0 } })];
  t.teardown(() => Promise.all(clocks.map((clock) => clock.close())));
  const before = await passed();
  await until(async () => (await passed()).at > before.at + 0.1);
  isAway = true;
  await until(() => logged.includes('away'));
  isAway = false;
  await until(() => logged.includes('back'));
  const after = await passed();
  const counted = after.at - before.at;
  t.ok(counted <= after.beat - before.beat + 0.001, 'two replicas do not count the same time twice');
});

async function passed() {
  const { rows } = await sql<{ at: number; beat: number }>`
    select extract(epoch from at)::float8 as at, extract(epoch from beat_at)::float8 as beat from lease_clock
  `.execute(db);
  return rows[0] ?? { at: 0, beat: 0 };
}
