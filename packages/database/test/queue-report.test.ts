import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import t from 'tap';
import { integrationsWith } from '../src/leased-work.ts';
import { queueReport } from '../src/queue-report.ts';
import { type Task, workDatabase } from './work-database.ts';

const { db, add, claim, giveBack, change } = await workDatabase(t);

const unfinished = (limit: number) => sql`
  select r.id, r.attempt, r.queued_at, r.waits_for, r.waiting_since as since,
    case when r.claimed_at is not null then 'running' when r.waits_for is null then 'waiting' else 'stuck' end as state
  from tasks r where r.integration_id = integration.integration_id order by r.queued_at, r.id limit ${limit}
`;

async function report(o: { integrationId?: string; limit?: number; countedTo?: number } = {}) {
  const integrations = integrationsWith('integration', sql.table('tasks'), sql`true`);
  const json = await queueReport(db, {
    ...{ integrationId: undefined, limit: 10, countedTo: 100, ...o },
    ...{ integrations, unfinished, shown: sql`r.id, r.attempt` },
  });
  return JSON.parse(json);
}

t.test('each integration is reported, the one with the oldest work first, up to a limit', async (t) => {
  t.same(await report(), { integrations: [], more: false, counted_to: 100 });
  const [one, other] = [randomUUID(), randomUUID()];
  await add(one);
  const [stuck] = (await claim()) as [Task];
  await giveBack(stuck, 'wait');
  await change({
    queued_at: sql`now() - interval '1 hour'`,
    waiting_since: sql`now() - interval '10 minutes'`,
  });
  await add(one, 3);
  await claim();
  await add(other);
  const { integrations } = await report();
  t.match(integrations, [
    {
      ...{ integration_id: one, waiting: 2, running: 1, stuck: 1 },
      oldest: { id: stuck.id, attempt: 2 },
      reasons: [{ waits_for: 'engine_unavailable', recordings: 1 }],
    },
    { integration_id: other, waiting: 1, running: 0, stuck: 0, reasons: [] },
  ]);
  const [{ oldest, reasons }] = integrations;
  t.same([oldest.age_seconds, reasons[0].longest_seconds].map(Math.floor), [3_600, 600]);
  t.match(await report({ limit: 1 }), { integrations: [{ integration_id: one }], more: true });
  t.match(await report({ integrationId: other }), { integrations: [{ integration_id: other }], more: false });
  t.match(await report({ countedTo: 2 }), { integrations: [{ waiting: 0, running: 1, stuck: 1 }, {}] });
});
