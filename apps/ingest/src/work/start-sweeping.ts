import { startLoop } from '@debrief/database/loop';
import type { Logger } from '@debrief/service-kit/logger';
import { sweepReruns } from '../reruns/sweep-reruns.ts';
import type { Db } from '../tables.ts';
import { type Swept, sweepAnalyses, sweepLeases, sweepWaits } from './sweep-recordings.ts';
import type { WorkSettings } from './work-settings.ts';

/** What waits for minutes or days is looked at less often: it may be many rows. */
const SLOW_SWEEPS_MS = 10_000;

/** Ends leases, waits and silent analyses. Leases are compared with their own clock, so every replica may run it. */
export function startSweeping(o: {
  db: Db;
  settings: WorkSettings;
  intervalMs: number;
  /** Called when there are events to relay. */
  emitted: () => void;
  log: Logger;
}): { close(): Promise<void> } {
  const { db, settings, intervalMs, emitted, log } = o;
  function loop(what: string, sweep: (db: Db, settings: WorkSettings) => Promise<Swept>, idleMs: number) {
    return startLoop({
      async round() {
        const { again, failed, isFull } = await sweep(db, settings);
        if (again + failed > 0) {
          emitted();
          log.warn({ again, failed }, `${what} ended`);
        }
        return isFull ? 'more' : 'done';
      },
      idleMs,
      retryMs: idleMs,
      onFailure: (error) => log.error({ err: error }, `cannot look for ${what} to end; retrying`),
      onRecovery: () => log.info({}, `can look for ${what} to end again`),
    });
  }
  const slowMs = Math.max(intervalMs, Math.min(SLOW_SWEEPS_MS, settings.analysisSilenceSeconds * 100));
  const loops = [
    loop('leases', sweepLeases, intervalMs),
    loop('waits', sweepWaits, slowMs),
    loop('silent analyses', sweepAnalyses, slowMs),
    startLoop({
      async round() {
        if ((await sweepReruns(db, settings)) > 0) emitted();
        return 'done';
      },
      idleMs: intervalMs,
      retryMs: slowMs,
      onFailure: (error) => log.error({ err: error }, 'cannot look for reruns; retrying'),
      onRecovery: () => log.info({}, 'can look for reruns again'),
    }),
  ];
  return {
    async close() {
      await Promise.all(loops.map(({ close }) => close()));
    },
  };
}
