/**
 * The results of `work` on every item, in their order, at most `limit` at a time. The first that fails ends the others
 * by their signal and is thrown once all have ended.
 */
export async function eachAtOnce<T, R>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const results: R[] = [];
  const rest = items.entries();
  async function runSlot(): Promise<void> {
    for (const [index, item] of rest) {
      either.throwIfAborted();
      results[index] = await work(item, either);
    }
  }
  const slots = Array.from({ length: Math.min(limit, items.length) }, () =>
    runSlot().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  const ended = await Promise.allSettled(slots);
  if (ended.some(({ status }) => status === 'rejected')) throw either.reason;
  return results;
}
