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

interface ConsumerTotals {
  acknowledged: number;
  redeliveriesRequested: number;
  rejected: number;
}

/** What became of the events of each consumer; `stats` is that of a connection to NATS. */
export function exposeConsumers(
  { registry }: Metrics,
  stats: () => { consumed: Readonly<Record<string, ConsumerTotals>> },
): void {
  new Counter({
    name: 'debrief_events_total',
    help: 'Deliveries of events: handled, to be delivered again, or kept because they can never be handled',
    labelNames: ['consumer', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [consumer, totals] of Object.entries(stats().consumed)) {
        this.inc({ consumer, outcome: 'handled' }, totals.acknowledged);
        this.inc({ consumer, outcome: 'redelivered' }, totals.redeliveriesRequested);
        this.inc({ consumer, outcome: 'rejected' }, totals.rejected);
      }
    },
  });
}
