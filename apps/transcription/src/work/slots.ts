export interface Slots {
  /** Runs the body as soon as a slot is free, in the order of asking. Rejects with the signal's reason while waiting. */
  use<R>(signal: AbortSignal, body: () => Promise<R>): Promise<R>;
}

/** Bounds how many bodies run at once. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  async function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else await handedOver(signal);
  }

  function handedOver(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onFree = () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    const onAbort = () => {
      waiting.delete(onFree);
      reject(signal.reason);
    };
    waiting.add(onFree);
    signal.addEventListener('abort', onAbort, { once: true });
    return promise;
  }

  /** The slot goes to the next in line without becoming free, so that nobody can overtake. */
  function release(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async use(signal, body) {
      await take(signal);
      try {
        return await body();
      } finally {
        release();
      }
    },
  };
}
