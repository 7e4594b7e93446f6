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
  /** Called for the first of several failed rounds. */
  onFailure?: (error: unknown) => void;
  /** Called for the first round that succeeds after a failed one. */
  onRecovery?: () => void;
}): Loop {
  let isClosing = false;
  let isWoken = false;
  let isFailing = false;
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

  async function run(): Promise<void> {
    while (!isClosing) {
      isWoken = false;
      try {
        const result = await o.round();
        if (isFailing) o.onRecovery?.();
        isFailing = false;
        if (result === 'more' || isWoken) continue;
      } catch (error) {
        if (!isFailing) o.onFailure?.(error);
        isFailing = true;
      }
      if (isClosing) return;
      await wait(isFailing ? o.retryMs : o.idleMs);
      endWait = undefined;
    }
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      if (!isFailing) endWait?.();
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
