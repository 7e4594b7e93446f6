/** Rejects when there is no answer within the time. */
export function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const late = AbortSignal.timeout(timeoutMs);
  return Promise.race([
    answer,
    new Promise<never>((_, reject) =>
      late.addEventListener('abort', () => reject(late.reason), { once: true }),
    ),
  ]);
}
