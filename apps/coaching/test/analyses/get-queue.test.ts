import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { getQueue as operation } from '@debrief/contracts/operations/coaching';
import { createDatabase } from '@debrief/database/pool';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { uuidv7 } from 'uuidv7';
import { exposeAnalyses } from '../../src/analyses/expose-analyses.ts';
import { getQueue } from '../../src/analyses/get-queue.ts';
import { builtInCoach } from '../../src/engines/built-in/built-in-coach.ts';
import type { Coach } from '../../src/engines/coach.ts';
import type { Tables } from '../../src/tables.ts';
import { analysisScene, until } from '../fixtures/analysis-scene.ts';
import { ask, coachingDatabase } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const scene = analysisScene(db, builtInCoach);
t.beforeEach(() => db.deleteFrom('analyses_due').execute());

type Queue = OutputOf<typeof operation>;
async function read(input: Partial<InputOf<typeof operation>> = {}, countedTo = 100): Promise<Queue> {
  const [queue] = await ask(getQueue(db, { countedTo }), [
    { caller: { access: 'system', request_id: 'test' } as never, input: { limit: 10, ...input } },
  ]);
  return queue as Queue;
}

/** Three of one integration, of which one, of a rerun, failed an hour ago and one runs; then one of another. */
async function busyQueue(t: Test) {
  const [one, other] = [uuidv7(), uuidv7()];
  const ofOne = () => scene.recording({ integration_id: one });
  const [failing, running, waiting] = [ofOne(), ofOne(), ofOne()];
  const foreign = scene.recording({ integration_id: other });
  await failing.deliver();
  await sql`
    update analyses_due set queued_at = clock_timestamp() - interval '2 hours', due_at = 'infinity', failures = 1,
      rerun_id = ${one},
      waits_for = 'analysis_failed', waiting_since = (select at from lease_clock) - interval '1 hour'
  `.execute(db);
  await running.deliver();
  const hanging: Coach = { analyze: () => new Promise(() => {}) };
  scene.start(t, { coachOf: () => hanging }).wake();
  await until(async () => (await running.work())?.claimed_at !== null);
  await waiting.deliver();
  await foreign.deliver();
  return { one, other, failing, foreign };
}

t.test(
  'what waits, runs and is stuck is reported per integration, the oldest first, with the reasons',
  async (t) => {
    const { one, other, failing, foreign } = await busyQueue(t);
    const { integrations, more, counted_to } = await read();
    t.match(integrations, [
      {
        ...{ integration_id: one, waiting: 1, running: 1, stuck: 1 },
        oldest: { id: failing.recording.recording_id, rerun_id: one, queued_at: /Z$/ },
        reasons: [{ waits_for: 'analysis_failed', recordings: 1 }],
      },
      {
        ...{ integration_id: other, waiting: 1, running: 0, stuck: 0 },
        oldest: { id: foreign.recording.recording_id, rerun_id: null },
        reasons: [],
      },
    ]);
    t.equal(integrations.length, 2);
    t.strictSame([more, counted_to], [false, 100]);
    const [first] = integrations;
    const hours = [first?.oldest.age_seconds, first?.reasons[0]?.longest_seconds].map((seconds) =>
      Math.round((seconds ?? 0) / 3600),
    );
    t.strictSame(hours, [2, 1]);
  },
);

t.test('an answer has a limit and says that there is more, and can be of one integration', async (t) => {
  const { one, other } = await busyQueue(t);
  t.match(await read({ limit: 1 }), { integrations: [{ integration_id: one }], more: true });
  t.strictSame(
    (await read({ integration_id: other })).integrations.map(({ integration_id }) => integration_id),
    [other],
  );
  t.match(await read({ integration_id: uuidv7() }), { integrations: [], more: false });
  t.match(await read({}, 1), { integrations: [{ waiting: 0, running: 1, stuck: 1 }, {}], counted_to: 1 });
});

function gaugeOf(exposed: string, name: string): number {
  return Number(new RegExp(`^debrief_${name}\\{service="coaching"\\} (.+)$`, 'm').exec(exposed)?.[1]);
}

t.test('the queue and its oldest transcript are measured at each scrape', async (t) => {
  const metrics = createMetrics('coaching');
  exposeAnalyses(metrics, db);
  const names = ['analyses_waiting', 'analyses_running', 'analyses_stuck', 'oldest_analysis_seconds'];
  const measure = async () => {
    const exposed = await metrics.registry.metrics();
    return names.map((name) => gaugeOf(exposed, name));
  };
  t.strictSame(await measure(), [0, 0, 0, 0]);
  await busyQueue(t);
  const [waiting, running, stuck, oldest = 0] = await measure();
  t.strictSame([waiting, running, stuck, Math.round(oldest / 3600)], [3, 1, 1, 2]);
});

t.test('without Postgres the gauges are NaN, not stale', async (t) => {
  const nowhere = createDatabase<Tables>({
    url: 'postgres://nobody@127.0.0.1:1/none',
    schema: 'coaching',
    poolSize: 1,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  t.teardown(() => nowhere.close());
  const metrics = createMetrics('coaching');
  exposeAnalyses(metrics, nowhere.kysely);
  t.ok(Number.isNaN(gaugeOf(await metrics.registry.metrics(), 'analyses_waiting')));
});
