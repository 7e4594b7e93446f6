import { collectDefaultMetrics, Registry } from 'prom-client';

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
