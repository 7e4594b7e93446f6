import { type Round, startLoop } from '@debrief/database/loop';
import type { Logger } from '@debrief/service-kit/logger';
import type { Db } from '../tables.ts';
import { type Backlog, checkUnstarted } from './check-unstarted.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import { GracePeriod } from './grace-period.ts';
import { type Pass, releaseRecordings } from './release-recordings.ts';

export interface Dispatcher {
  /** Something may be due: starts a pass, or one more after the pass that is running. */
  wake(): void;
  /** Waits for the pass that is running. */
  close(): Promise<void>;
}

/** Releases and retries recordings whenever woken, and once an interval in case nothing woke it. */
export function startDispatcher(options: {
  db: Db;
  settings: DispatchSettings;
  sweepIntervalMs: number;
  leaseMs: number;
  /** Rejects while signs of life cannot be heard. */
  listening: () => Promise<void>;
  backlog: Backlog;
  /** Called when messages have gone into the outbox. */
  released: () => void;
  log: Logger;
}): Dispatcher {
  const { db, settings, sweepIntervalMs, backlog, released, log } = options;
  const grace = new GracePeriod(options.leaseMs, sweepIntervalMs);

  function report({ released: count, retried, failed }: Pass): void {
    if (count + retried + failed.length > 0) released();
    if (retried > 0) log.info({ count: retried }, 'attempts timed out; retrying');
    for (const { recording } of failed) {
      const { integration_id, recording_id, attempt } = recording;
      log.warn({ integration_id, recording_id, attempt }, 'the last attempt timed out');
    }
  }

  async function dispatch(): Promise<Round> {
    try {
      const pass = await releaseRecordings(db, settings, () => grace.isOver(performance.now()));
      report(pass);
      return pass.full ? 'more' : 'done';
    } catch (error) {
      // Without Postgres signs of life were not stored either.
      grace.restart(performance.now());
      throw error;
    }
  }

  async function sweep(): Promise<Round> {
    const { resent, full } = await checkUnstarted(db, settings, backlog);
    if (resent > 0) {
      released();
      log.info({ count: resent }, 'messages were lost; sent again');
    }
    return full ? 'more' : 'done';
  }

  const loop = (round: () => Promise<Round>, what: string) =>
    startLoop({
      round,
      idleMs: sweepIntervalMs,
      retryMs: sweepIntervalMs,
      onFailure: (error) => log.error({ err: error }, `cannot ${what}; retrying`),
      onRecovery: () => log.info({}, `can ${what} again`),
    });
  const dispatching = loop(dispatch, 'dispatch recordings');
  // Never woken: a lost message can wait for the next interval.
  const sweeping = loop(sweep, 'check messages that no worker has started on');
  const listening = setInterval(() => {
    options.listening().catch(() => grace.restart(performance.now()));
  }, sweepIntervalMs);
  return {
    wake: dispatching.wake,
    async close() {
      clearInterval(listening);
      await Promise.all([dispatching.close(), sweeping.close()]);
    },
  };
}
