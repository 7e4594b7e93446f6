import t from 'tap';
import {
  createMetrics,
  exposeGauges,
  exposeJobs,
  exposeMessaging,
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

t.test('what an app asks, answers and hears is counted as it is, and not added up', async (t) => {
  const metrics = createMetrics('a');
  exposeMessaging(metrics, () => ({
    reconnects: 3,
    requests: { 'b.c.get': { batches: 2, items: 9, retries: 4, timeouts: 1, refused: 6 } },
    served: { 'a.d.list': { batches: 2, items: 7, failures: 2 } },
    consumed: { a_b: { acknowledged: 5, redeliveriesRequested: 2, rejected: 1 } },
  }));
  for (const [name, labels, total] of [
    ['debrief_nats_reconnects_total', '', '3'],
    ['debrief_requests_total', 'operation="b.c.get",outcome="asked",', '9'],
    ['debrief_requests_total', 'operation="b.c.get",outcome="asked_again",', '4'],
    ['debrief_requests_total', 'operation="b.c.get",outcome="timed_out",', '1'],
    ['debrief_requests_total', 'operation="b.c.get",outcome="refused",', '6'],
    ['debrief_operations_total', 'operation="a.d.list",outcome="answered",', '5'],
    ['debrief_operations_total', 'operation="a.d.list",outcome="refused",', '2'],
    ['debrief_operation_batches_total', 'operation="a.d.list",', '2'],
    ['debrief_events_total', 'consumer="a_b",outcome="handled",', '5'],
    ['debrief_events_total', 'consumer="a_b",outcome="redelivered",', '2'],
    ['debrief_events_total', 'consumer="a_b",outcome="rejected",', '1'],
  ] as const) {
    t.equal(await valueAt(metrics, name, labels), total, name);
    t.equal(await valueAt(metrics, name, labels), total, name);
  }
});
