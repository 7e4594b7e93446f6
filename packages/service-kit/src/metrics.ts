import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export interface Metrics {
  /** One registry a process, passed down: prom-client's global one would leak between tests. */
  readonly registry: Registry;
}

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
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
