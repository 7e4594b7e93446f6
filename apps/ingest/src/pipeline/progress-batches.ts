import type { RecordingProgress } from '@debrief/contracts/events/recording';

/** Further notices than this between two writes are dropped: losing one costs only freshness. */
const MAX_RECORDINGS = 10_000;

/**
 * Gathers notices and hands them on once an interval, the furthest of each attempt only: a worker may tell far more
 * often than a client can look.
 */
export function gatherProgress(options: {
  intervalMs: number;
  write: (notices: RecordingProgress[]) => Promise<void>;
  onError: (error: unknown) => void;
}): { add(notice: RecordingProgress): void; close(): Promise<void> } {
  const furthest = new Map<string, RecordingProgress>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (furthest.size === 0) return;
    const notices = [...furthest.values()];
    furthest.clear();
    writing = writing.then(() => options.write(notices)).catch(options.onError);
  }

  return {
    add(notice) {
      const key = `${notice.recording_id}:${notice.attempt}`;
      const known = furthest.get(key);
      if (known === undefined && furthest.size >= MAX_RECORDINGS) return;
      if (known === undefined || known.progress <= notice.progress) furthest.set(key, notice);
      timer ??= setTimeout(flush, options.intervalMs);
    },
    async close() {
      clearTimeout(timer);
      flush();
      await writing;
    },
  };
}
