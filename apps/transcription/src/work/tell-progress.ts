import type { RecordingProgress } from '@debrief/contracts/events/recording';

/** At most four a second reach a poller, and one every two seconds extends the lease, moved or not. */
const TICK_MS = 250;
const SIGN_OF_LIFE_MS = 2_000;

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

export interface ProgressTeller {
  /** Progress never goes back, so what windows done side by side report out of order is taken as it comes. */
  tell(stage: Stage): void;
  stop(): void;
}

/** Tells a stage at once when its status is new, else as often as said above, until stopped. */
export function tellProgress(first: Stage, send: (stage: Stage) => void): ProgressTeller {
  let current = first;
  let told: Stage | null = null;
  let toldAt = 0;
  const sendCurrent = () => {
    told = current;
    toldAt = performance.now();
    send(current);
  };
  const timer = setInterval(() => {
    if (told !== current || performance.now() - toldAt >= SIGN_OF_LIFE_MS) sendCurrent();
  }, TICK_MS);
  sendCurrent();
  return {
    tell(stage) {
      if (stage.progress <= current.progress && stage.status === current.status) return;
      const isNewStatus = stage.status !== current.status;
      current = stage;
      if (isNewStatus) sendCurrent();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
