import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/** More often costs an idle process more than all else that it does. */
const SAMPLE_MS = 100;
const LOOK_MS = 1_000;
const MS = 1e-6;

/**
 * Refuses every request after a second in which the event loop was late by more than `lateMs` more often than not: a
 * process that was frozen once goes on.
 */
export function refuseWhenLate(
  server: Pick<FastifyInstance, 'addHook'>,
  { lateMs, refuse }: { lateMs: number; refuse: () => never },
): void {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  histogram.enable();
  let isLate = false;
  let looksWithoutSample = 0;
  const timer = setInterval(() => {
    // Without a sample all of it was one round of the loop, which happens once where a process starts on a busy machine.
    looksWithoutSample = histogram.count === 0 ? looksWithoutSample + 1 : 0;
    isLate =
      looksWithoutSample === 0 ? histogram.percentile(50) * MS - SAMPLE_MS > lateMs : looksWithoutSample > 1;
    histogram.reset();
  }, LOOK_MS).unref();
  server.addHook('onRequest', (_request, _reply, done) => {
    if (isLate) refuse();
    done();
  });
  server.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
}
