import type { Logger } from '@debrief/service-kit/logger';
import type { Db } from '../tables.ts';
import { Attention } from './attention.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import { releaseRecordings } from './release-recordings.ts';

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
  /** Messages have gone into the outbox. */
  released: () => void;
  log: Logger;
}): Dispatcher {
  const { db, settings, released, log } = options;
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  let inTrouble = false;
  const attention = new Attention(options.leaseMs, options.sweepIntervalMs);

  async function look(): Promise<void> {
    do {
      again = false;
      try {
        const pass = await releaseRecordings(db, settings, () => attention.isSure(performance.now()));
        if (inTrouble) log.info({}, 'dispatching again');
        inTrouble = false;
        again ||= pass.full;
        if (pass.released + pass.sentAgain + pass.failed.length > 0) released();
        if (pass.sentAgain > 0) log.info({ count: pass.sentAgain }, 'leases ran out; sent again');
        for (const { integration_id, id, attempt } of pass.failed) {
          log.warn({ integration_id, recording_id: id, attempt }, 'the last attempt was lost');
        }
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
