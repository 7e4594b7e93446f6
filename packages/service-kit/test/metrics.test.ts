import t from 'tap';
import {
  createMetrics,
  exposeConsumers,
  exposeGauges,
  exposeJobs,
  exposeOutbox,
  type Metrics,
} from '../src/metrics.ts';

async function valueAt({ registry }: Metrics, name: string, labels = ''): Promise<string | undefined> {
  const line = (await registry.metrics())
    .split('\n')
    .find((one) => one.startsWith(`${name}{${labels}service="a"}`));
  return line?.split(' ')[1];
}

t.test('the gauges of one scrape share one reading, and each scrape has its own', async (t) => {
  const metrics = createMetrics('a');
  let readings = 0;
  exposeGauges(metrics, { one: 'first', two: 'second' }, async () => {
    readings += 1;
    return { one: readings, two: readings * 10 };
  });
  t.equal(await valueAt(metrics, 'one'), '1');
  t.equal(await valueAt(metrics, 'two'), '20');
  t.equal(readings, 2);
});

t.test('what cannot be read is NaN, also after it could be, and the rest is exposed', async (t) => {
  const metrics = createMetrics('a');
  let isAway = false;
  exposeOutbox(metrics, async () => {
    if (isAway) throw new Error('no database');
    return { waiting: 3, oldestSeconds: 1.5, refused: 2 };
  });
  exposeJobs(metrics, async () => ({ waiting: 2, oldestSeconds: 7, failed: 1 }));
  t.equal(await valueAt(metrics, 'debrief_outbox_waiting'), '3');
  t.equal(await valueAt(metrics, 'debrief_outbox_oldest_seconds'), '1.5');
  t.equal(await valueAt(metrics, 'debrief_outbox_refused'), '2');
  isAway = true;
  t.match(await valueAt(metrics, 'debrief_outbox_waiting'), /^nan$/i);
  t.equal(await valueAt(metrics, 'debrief_jobs_waiting'), '2');
  t.equal(await valueAt(metrics, 'debrief_jobs_oldest_seconds'), '7');
  t.equal(await valueAt(metrics, 'debrief_jobs_failed'), '1');
});

t.test('the totals of each consumer are counted by what became of its events', async (t) => {
  const metrics = createMetrics('a');
  const totals = { acknowledged: 5, redeliveriesRequested: 2, rejected: 1 };
  exposeConsumers(metrics, () => ({ consumed: { a_b: totals } }));
  for (const [outcome, total] of [
    ['handled', '5'],
    ['redelivered', '2'],
    ['rejected', '1'],
  ]) {
    const labels = `consumer="a_b",outcome="${outcome}",`;
    t.equal(await valueAt(metrics, 'debrief_events_total', labels), total);
    t.equal(await valueAt(metrics, 'debrief_events_total', labels), total, 'and not added up');
  }
});
