import type { RecordingProgress } from '@debrief/contracts/events/recording';
import { type Round, startLoop } from '@debrief/database/loop';

/** Further notices than this between two writes are dropped: losing one costs only freshness. */
const MAX_RECORDINGS = 10_000;

/**
 * Collects notices and writes them once an interval, only the furthest of each attempt: a worker may report far more
 * often than a client polls.
 */
export function batchProgress(options: {
  intervalMs: number;
  write: (notices: RecordingProgress[]) => Promise<void>;
  /** Called when writes begin to fail, and when they work again. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
}): { add(notice: RecordingProgress): void; close(): Promise<void> } {
  const { intervalMs, write, onFailure, onRecovery } = options;
  const furthest = new Map<string, RecordingProgress>();

  async function writeFurthest(): Promise<Round> {
    const notices = [...furthest.values()];
    furthest.clear();
    if (notices.length > 0) await write(notices);
    return 'done';
  }

  const loop = startLoop({
    round: writeFurthest,
    idleMs: intervalMs,
    retryMs: intervalMs,
    onFailure,
    onRecovery,
  });
  return {
    add(notice) {
      const key = `${notice.recording_id}:${notice.attempt}`;
      const known = furthest.get(key);
      if (known === undefined && furthest.size >= MAX_RECORDINGS) return;
      if (known === undefined || known.progress <= notice.progress) furthest.set(key, notice);
    },
    async close() {
      await loop.close();
      await writeFurthest().catch(onFailure);
    },
  };
}
