import type { Logger } from '@debrief/service-kit/logger';
import type { Db } from '../tables.ts';
import { Attention } from './attention.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import { type Pass, releaseRecordings } from './release-recordings.ts';
import { type Backlog, settleUnstarted } from './unstarted-work.ts';

export interface Dispatcher {
  /** Something may be due: look at once, or once more after the look that is running. */
  wake(): void;
  /** Waits for the look that is running. */
  close(): Promise<void>;
}

/** Looks for due recordings whenever woken, and every interval as a net. */
export function startDispatcher(options: {
  db: Db;
  settings: DispatchSettings;
  sweepIntervalMs: number;
  leaseMs: number;
  /** Rejects while signs of life cannot be heard. */
  listening: () => Promise<void>;
  backlog: Backlog;
  /** Messages have gone into the outbox. */
  released: () => void;
  log: Logger;
}): Dispatcher {
  const { db, settings, backlog, released, log } = options;
  let running: Promise<void> | null = null;
  let again = false;
  /** Nobody waits for what was never started, so that only the interval looks for it. */
  let sweepDue = true;
  let closed = false;
  let inTrouble = false;
  const attention = new Attention(options.leaseMs, options.sweepIntervalMs);

  function tell({ released: count, takenUp, failed }: Pass): void {
    if (count + takenUp + failed.length > 0) released();
    if (takenUp > 0) log.info({ count: takenUp }, 'attempts were lost; the next ones follow');
    for (const { integration_id, id, attempt } of failed) {
      log.warn({ integration_id, recording_id: id, attempt }, 'the last attempt was lost');
    }
  }

  async function sweep(): Promise<void> {
    const { sentAgain, full } = await settleUnstarted(db, settings, backlog);
    sweepDue = full;
    again ||= full;
    if (sentAgain === 0) return;
    released();
    log.info({ count: sentAgain }, 'messages were lost; sent again');
  }

  async function look(): Promise<void> {
    do {
      again = false;
      try {
        const pass = await releaseRecordings(db, settings, () => attention.isSure(performance.now()));
        if (inTrouble) log.info({}, 'dispatching again');
        inTrouble = false;
        again ||= pass.full;
        tell(pass);
        if (sweepDue) await sweep();
      } catch (error) {
        // What could not look could not write down signs of life either.
        attention.wasAway(performance.now());
        // The next interval tries again; a loop here would hammer a database that is down.
        if (!inTrouble) log.error({ err: error }, 'recordings cannot be dispatched; it keeps trying');
        inTrouble = true;
        again = false;
      }
    } while (again && !closed);
    // In the same turn as the last look at `again`, so that no wake-up falls between the two.
    running = null;
  }

  function wake(): void {
    if (closed) return;
    again = true;
    running ??= look();
  }

  function tick(): void {
    options.listening().catch(() => attention.wasAway(performance.now()));
    sweepDue = true;
    wake();
  }

  const timer = setInterval(tick, options.sweepIntervalMs);
  wake();
  return {
    wake,
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
