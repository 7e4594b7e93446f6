import type { RecordingProgress } from '@debrief/contracts/events/recording';

/** At most four reports a second reach a poller, and one every two seconds extends the lease, changed or not. */
const TICK_MS = 250;
const REPEAT_TICKS = 8;

const TRANSCRIBING_FROM = 10;
const TRANSCRIBING_TO = 60;

export type Stage = Pick<RecordingProgress, 'status' | 'progress'>;

export const DOWNLOADING: Stage = { status: 'DOWNLOADING', progress: 5 };

/** @param share of the audio done, 0 to 1 */
export function transcribing(share: number): Stage {
  const bounded = Math.min(1, Math.max(0, Number.isNaN(share) ? 0 : share));
  const progress = Math.floor(TRANSCRIBING_FROM + (TRANSCRIBING_TO - TRANSCRIBING_FROM) * bounded);
  return { status: 'TRANSCRIBING', progress };
}

export interface ProgressReporter {
  /** Progress never goes back: windows recognised side by side may finish out of order. */
  report(stage: Stage): void;
  stop(): void;
}

/** Sends a stage at once when its status is new, else at the next tick, until stopped. */
export function reportProgress(first: Stage, send: (stage: Stage) => void): ProgressReporter {
  let current = first;
  let sent: Stage | null = null;
  let ticks = 0;
  const sendCurrent = () => {
    sent = current;
    ticks = 0;
    send(current);
  };
  const timer = setInterval(() => {
    ticks += 1;
    if (sent !== current || ticks >= REPEAT_TICKS) sendCurrent();
  }, TICK_MS);
  sendCurrent();
  return {
    report(stage) {
      const isNewStatus = stage.status !== current.status;
      if (stage.progress <= current.progress && !isNewStatus) return;
      current = stage;
      if (isNewStatus) sendCurrent();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
