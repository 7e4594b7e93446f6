/** Whether a round left work that is due now. */
export type Round = 'more' | 'done';

export interface Loop {
  /** Starts the next round now, except after a failed one: commits under load must not make it spin. */
  wake(): void;
  /** Starts the next round now, also after a failed one. */
  retryNow(): void;
  /** Resolves when the running round has ended. */
  close(): Promise<void>;
}

/** Runs rounds until closed: the next one at once after `more`, after `idleMs` otherwise, after `retryMs` when one failed. */
export function startLoop(o: {
  round: () => Promise<Round>;
  idleMs: number;
  retryMs: number;
  /** The least between the starts of two rounds where a wake asks for the second: what comes meanwhile goes together. */
  gapMs?: number;
  /** Called for the first of several failed rounds. */
  onFailure?: (error: unknown) => void;
  /** Called for the first round that succeeds after a failed one. */
  onRecovery?: () => void;
}): Loop {
  let isClosing = false;
  let isWoken = false;
  let isFailing = false;
  /** A wake does not end this wait. */
  let isGap = false;
  let endWait: (() => void) | undefined;

  function wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    endWait = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }

  async function waitGap(ms: number): Promise<void> {
    if (ms <= 0 || isClosing) return;
    isGap = true;
    await wait(ms);
    isGap = false;
  }

  async function run(): Promise<void> {
    while (!isClosing) {
      isWoken = false;
      const gapEndsAt = performance.now() + (o.gapMs ?? 0);
      try {
        const result = await o.round();
        if (isFailing) o.onRecovery?.();
        isFailing = false;
        if (result === 'more') continue;
      } catch (error) {
        if (!isFailing) o.onFailure?.(error);
        isFailing = true;
      }
      if (isClosing) return;
      if (isFailing) await wait(o.retryMs);
      else {
        if (!isWoken) await wait(o.idleMs);
        await waitGap(gapEndsAt - performance.now());
      }
      endWait = undefined;
    }
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      if (!isFailing && !isGap) endWait?.();
    },
    retryNow() {
      isWoken = true;
      endWait?.();
    },
    async close() {
      isClosing = true;
      endWait?.();
      await running;
    },
  };
}
