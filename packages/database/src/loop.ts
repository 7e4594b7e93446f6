/** What a round found: more to do at once, nothing for now, or something that keeps it from its work. */
export type Round = 'more' | 'done' | 'trouble';

export interface Loop {
  /** Ends a rest, but not the pause after trouble: commits under load shall not make it spin. */
  wake(): void;
  /** Ends any rest. */
  hurry(): void;
  /** Resolves when the round under way is done. */
  close(): Promise<void>;
}

/** Does rounds until closed, with a rest where there is nothing to do. A round that rejects counts as trouble. */
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

  async function tryRound(): Promise<{ result: Round; error?: unknown }> {
    try {
      return { result: await o.round() };
    } catch (error) {
      return { result: 'trouble', error };
    }
  }

  async function run(): Promise<void> {
    while (!isClosing) {
      isWoken = false;
      const { result, error } = await tryRound();
      if (isInTrouble !== (result === 'trouble')) {
        isInTrouble = !isInTrouble;
        o.onTrouble?.(isInTrouble, error);
      }
      if (isClosing || result === 'more' || (isWoken && !isInTrouble)) continue;
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
