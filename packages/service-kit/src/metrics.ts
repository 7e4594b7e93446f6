import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export interface Metrics {
  /** One registry a process, passed down: prom-client's global one would leak between tests. */
  readonly registry: Registry;
}

/**
 * How often the lag of the event loop is sampled, which is in each of its figures. At the usual 10 ms that alone is what
 * an idle process computes, 0.5 % of a core.
 */
const LAG_SAMPLE_MS = 100;

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  return { registry };
}

/**
 * Gauges, by name with their help, that one reading fills at each scrape. While it fails they are NaN: no number rather
 * than an old one, and the other metrics are still exposed.
 */
export function exposeGauges<Name extends string>(
  { registry }: Metrics,
  gauges: Readonly<Record<Name, string>>,
  read: () => Promise<Readonly<Record<Name, number>>>,
): void {
  let reading: Promise<Readonly<Record<Name, number>> | null> | null = null;
  /** The gauges of one scrape share one reading. */
  const share = () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  for (const name of Object.keys(gauges) as Name[]) {
    new Gauge({
      name,
      help: gauges[name],
      registers: [registry],
      async collect() {
        this.set((await share())?.[name] ?? Number.NaN);
      },
    });
  }
}

interface Waiting {
  waiting: number;
  oldestSeconds: number;
}

/** The lag of a service's outbox; `measure` is `measureOutbox` of its database. */
export function exposeOutbox(metrics: Metrics, measure: () => Promise<Waiting & { refused: number }>): void {
  const gauges = {
    debrief_outbox_waiting: 'Events that wait to be published',
    debrief_outbox_oldest_seconds: 'Age of the oldest event that waits to be published',
    debrief_outbox_refused: 'Those of them that were refused, such as by a full stream, and are tried again',
  };
  exposeGauges(metrics, gauges, async () => {
    const { waiting, oldestSeconds, refused } = await measure();
    return {
      debrief_outbox_waiting: waiting,
      debrief_outbox_oldest_seconds: oldestSeconds,
      debrief_outbox_refused: refused,
    };
  });
}

/** The jobs of a service; `measure` is `measureJobs` of its database. */
export function exposeJobs(metrics: Metrics, measure: () => Promise<Waiting & { failed: number }>): void {
  const gauges = {
    debrief_jobs_waiting: 'Jobs that are due, running or to be tried again',
    debrief_jobs_oldest_seconds: 'Age of the oldest of them',
    debrief_jobs_failed: 'Jobs that failed for good',
  };
  exposeGauges(metrics, gauges, async () => {
    const { waiting, oldestSeconds, failed } = await measure();
    return {
      debrief_jobs_waiting: waiting,
      debrief_jobs_oldest_seconds: oldestSeconds,
      debrief_jobs_failed: failed,
    };
  });
}

/** Totals of a connection to NATS: requests and served by operation, consumed by consumer. */
interface MessagingTotals {
  reconnects: number;
  requests: Readonly<
    Record<string, { batches: number; items: number; retries: number; timeouts: number; refused: number }>
  >;
  served: Readonly<Record<string, { batches: number; items: number; failures: number }>>;
  consumed: Readonly<
    Record<string, { acknowledged: number; redeliveriesRequested: number; rejected: number }>
  >;
}

/** What an app asks, answers and hears over NATS; `stats` is that of its connection. */
export function exposeMessaging({ registry }: Metrics, stats: () => MessagingTotals): void {
  const registers = [registry];
  function counter<L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    values: (totals: MessagingTotals) => [Record<L, string>, number][],
  ): void {
    new Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset();
        for (const [labels, value] of values(stats())) this.inc(labels, value);
      },
    });
  }
  counter('debrief_nats_reconnects_total', 'Times that the connection to NATS came back', [], (totals) => [
    [{}, totals.reconnects],
  ]);
  counter(
    'debrief_requests_total',
    'Requests of services by operation: asked, asked again after silence, never answered, and refused for want of room',
    ['operation', 'outcome'],
    ({ requests }) =>
      Object.entries(requests).flatMap(([operation, { items, retries, timeouts, refused }]) => [
        [{ operation, outcome: 'asked' }, items],
        [{ operation, outcome: 'asked_again' }, retries],
        [{ operation, outcome: 'timed_out' }, timeouts],
        [{ operation, outcome: 'refused' }, refused],
      ]),
  );
  counter(
    'debrief_operations_total',
    'Items of requests that were answered by operation, with what was asked for or with an error',
    ['operation', 'outcome'],
    ({ served }) =>
      Object.entries(served).flatMap(([operation, { items, failures }]) => [
        [{ operation, outcome: 'answered' }, items - failures],
        [{ operation, outcome: 'refused' }, failures],
      ]),
  );
  counter(
    'debrief_operation_batches_total',
    'Batches in which the items of an operation came',
    ['operation'],
    ({ served }) => Object.entries(served).map(([operation, { batches }]) => [{ operation }, batches]),
  );
  counter(
    'debrief_events_total',
    'Deliveries of events: handled, to be delivered again, or kept because they can never be handled',
    ['consumer', 'outcome'],
    ({ consumed }) =>
      Object.entries(consumed).flatMap(([consumer, totals]) => [
        [{ consumer, outcome: 'handled' }, totals.acknowledged],
        [{ consumer, outcome: 'redelivered' }, totals.redeliveriesRequested],
        [{ consumer, outcome: 'rejected' }, totals.rejected],
      ]),
  );
}
