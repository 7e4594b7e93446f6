/** One for each payload, where a batch has results. */
type ResultsOf<R> = [R] extends [undefined] ? unknown : readonly R[];

interface Waiting<P, R> {
  payload: P;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Payloads that come while a batch is being handled go together into the next one: the more there is to do, the
 * fewer transactions it takes. A batch that fails must have changed nothing; its payloads are then handled one by
 * one, so that only the one at fault fails.
 */
export function inBatches<P, R = undefined>(
  handle: (payloads: readonly P[]) => Promise<ResultsOf<R>>,
  maxItems: number,
): (payload: P) => Promise<R> {
  const waiting: Waiting<P, R>[] = [];
  let running = false;

  async function handleAlone({ payload, resolve, reject }: Waiting<P, R>): Promise<void> {
    await handle([payload]).then((results) => resolve(resultOf(results, 0)), reject);
  }

  async function handleWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      if (batch.length === 1) {
        await handleAlone(batch[0] as Waiting<P, R>);
        continue;
      }
      try {
        const results = await handle(batch.map(({ payload }) => payload));
        for (const [index, { resolve }] of batch.entries()) resolve(resultOf(results, index));
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
      // Collects what arrives in the same iteration of the event loop.
      setImmediate(() => void handleWaiting());
    });
}

function resultOf<R>(results: ResultsOf<R>, index: number): R {
  return (results as readonly R[] | undefined)?.[index] as R;
}
