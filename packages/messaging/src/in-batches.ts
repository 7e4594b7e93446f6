interface Waiting<P> {
  payload: P;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Payloads that come while a batch is being handled go together into the next one: the more there is to do, the
 * fewer transactions it takes. A batch that fails must have changed nothing; its payloads are then handled one by
 * one, so that only the one at fault fails.
 */
export function inBatches<P>(
  handle: (payloads: readonly P[]) => Promise<void>,
  maxItems: number,
): (payload: P) => Promise<void> {
  const waiting: Waiting<P>[] = [];
  let running = false;

  async function handleAlone({ payload, resolve, reject }: Waiting<P>): Promise<void> {
    await handle([payload]).then(resolve, reject);
  }

  async function handleWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      if (batch.length === 1) {
        await handleAlone(batch[0] as Waiting<P>);
        continue;
      }
      try {
        await handle(batch.map(({ payload }) => payload));
        for (const { resolve } of batch) resolve();
      } catch {
        for (const one of batch) await handleAlone(one);
      }
    }
    running = false;
  }

  return (payload) =>
    new Promise((resolve, reject) => {
      waiting.push({ payload, resolve, reject });
      if (running) return;
      running = true;
      // Collects what arrives in the same turn of the event loop.
      setImmediate(() => void handleWaiting());
    });
}
