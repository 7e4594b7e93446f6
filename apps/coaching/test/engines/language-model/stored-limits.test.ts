import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { dailyBudget } from '../../../src/engines/language-model/daily-budget.ts';
import { readingCache } from '../../../src/engines/language-model/reading-cache.ts';
import { coachingDatabase } from '../../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const settings = { tokensPerDay: 1_000, moneyPerDay: undefined, prices: { input: 0, output: 0 } };
const tokens = (input: number, output = 0) => ({ input, output });

t.test('replicas that reserve at once share one budget', async (t) => {
  const replicas = [dailyBudget(db, settings), dailyBudget(db, settings)];
  const integrationId = uuidv7();
  const reserved = await Promise.all(
    Array.from({ length: 20 }, (_, index) => replicas[index % 2]?.(integrationId).reserve(tokens(90, 10))),
  );
  t.equal(reserved.filter(Boolean).length, 10);
});

t.test('what was reserved and not used is given back', async (t) => {
  const open = dailyBudget(db, settings);
  const integrationId = uuidv7();
  const first = open(integrationId);
  t.ok(await first.reserve(tokens(500, 500)));
  t.notOk(await open(integrationId).reserve(tokens(1)));
  first.add(tokens(100));
  first.add(tokens(0, 50));
  await first.settle();
  t.notOk(await open(integrationId).reserve(tokens(851)));
  t.ok(await open(integrationId).reserve(tokens(850)));
});

t.test('every integration and every UTC day has a budget of its own', async (t) => {
  const open = dailyBudget(db, settings);
  const integrationId = uuidv7();
  t.ok(await open(integrationId).reserve(tokens(1_000)));
  t.ok(await open(uuidv7()).reserve(tokens(1_000)));
  const { rows } = await sql<{ isToday: boolean }>`
    select day = (now() at time zone 'utc')::date as "isToday" from model_usage
    where integration_id = ${integrationId}
  `.execute(db);
  t.strictSame(rows, [{ isToday: true }]);
  await sql`update model_usage set day = day - 1 where integration_id = ${integrationId}`.execute(db);
  t.ok(await open(integrationId).reserve(tokens(1_000)));
});

t.test('a reading expires, and is never that of another integration', async (t) => {
  const cache = readingCache(db, 30);
  const integrationId = uuidv7();
  const reading = [{ segment: 0, start: 0, end: 3, acts: { greeting: 0.9 } }];
  await cache.store(integrationId, 'hash', reading);
  t.strictSame(await cache.find(integrationId, 'hash'), reading);
  t.equal(await cache.find(uuidv7(), 'hash'), null);
  t.equal(await cache.find(integrationId, 'other'), null);
  const made = (days: number) =>
    sql`update model_readings set created_date = now() - make_interval(days => ${days})
      where integration_id = ${integrationId}`.execute(db);
  await made(29);
  t.strictSame(await cache.find(integrationId, 'hash'), reading);
  await made(30);
  t.equal(await cache.find(integrationId, 'hash'), null);
  await cache.store(integrationId, 'newer', reading);
  t.equal(await countOf(integrationId), 1, 'expired readings are removed');
});

t.test('an integration keeps its newest thousand readings', async (t) => {
  const integrationId = uuidv7();
  await sql`
    insert into model_readings (integration_id, content_hash, stretches, created_date)
    select ${integrationId}::uuid, 'hash ' || number, '[]', now() - number * interval '1 second'
    from generate_series(1, 1200) as number
  `.execute(db);
  const cache = readingCache(db, 30);
  await cache.store(integrationId, 'newest', []);
  t.equal(await countOf(integrationId), 1_000);
  t.strictSame(await cache.find(integrationId, 'newest'), []);
  t.strictSame(await cache.find(integrationId, 'hash 999'), []);
  t.equal(await cache.find(integrationId, 'hash 1000'), null);
});

t.test('without days nothing is kept', async (t) => {
  const cache = readingCache(db, 0);
  const integrationId = uuidv7();
  await cache.store(integrationId, 'hash', []);
  t.equal(await cache.find(integrationId, 'hash'), null);
  t.equal(await countOf(integrationId), 0);
});

async function countOf(integrationId: string): Promise<number> {
  const rows = await db
    .selectFrom('model_readings')
    .select('content_hash')
    .where('integration_id', '=', integrationId)
    .execute();
  return rows.length;
}
