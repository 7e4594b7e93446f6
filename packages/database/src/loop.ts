/** What a round found: more to do at once, or nothing for now. */
export type Round = 'more' | 'done';

export interface Loop {
  /** Ends a rest, but not the pause after trouble: commits under load shall not make it spin. */
  wake(): void;
  /** Ends any rest. */
  hurry(): void;
  /** Resolves when the round under way is done. */
  close(): Promise<void>;
}

/** Does rounds until closed, with a rest where there is nothing to do and a pause where one rejected. */
export function startLoop(o: {
  round: () => Promise<Round>;
  restMs: number;
  pauseMs: number;
  /** Told when trouble begins and when it has passed. */
  onTrouble?: (isInTrouble: boolean, error?: unknown) => void;
}): Loop {
  let isClosing = false;
  let isWoken = false;
  let isInTrouble = false;
  let interrupt: (() => void) | undefined;

  function rest(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    interrupt = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }

  function note(trouble: boolean, error?: unknown): void {
    if (trouble !== isInTrouble) o.onTrouble?.(trouble, error);
    isInTrouble = trouble;
  }

  async function run(): Promise<void> {
    while (!isClosing) {
      isWoken = false;
      try {
        const found = await o.round();
        note(false);
        if (found === 'more' || isWoken) continue;
      } catch (error) {
        note(true, error);
      }
      if (isClosing) return;
      await rest(isInTrouble ? o.pauseMs : o.restMs);
      interrupt = undefined;
    }
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      if (!isInTrouble) interrupt?.();
    },
    hurry() {
      isWoken = true;
      interrupt?.();
    },
    async close() {
      isClosing = true;
      interrupt?.();
      await running;
    },
  };
}
