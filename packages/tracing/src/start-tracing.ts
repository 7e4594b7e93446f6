import type { TracingSettings } from './open-telemetry.ts';
import { type Tracer, useTracer } from './tracing.ts';

/** @returns what sends the last spans and ends tracing. */
export async function startTracing(settings: TracingSettings): Promise<() => Promise<void>> {
  const { endpoint } = settings;
  if (endpoint === undefined) return async () => {};
  // Loaded here alone: it takes a tenth of a second and 26 MB, which only those who trace pay for.
  const { createTracer } = await import('./open-telemetry.ts');
  const tracer: Tracer & { close(): Promise<void> } = createTracer({ ...settings, endpoint });
  useTracer(tracer);
  return async () => {
    await tracer.close();
    useTracer(null);
  };
}
