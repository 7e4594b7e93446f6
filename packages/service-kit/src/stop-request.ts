/** One Ctrl-C can arrive twice: from the terminal, and once more from npm, which passes it on. */
const SAME_REQUEST_MS = 1_000;

/**
 * Calls `stop` on the first request to stop, and `stopHard` on one more. Requests are SIGINT, SIGTERM, SIGHUP and the
 * end of the process that launched this one, where it left a channel to notice.
 */
export function onStopRequest(handlers: { stop(): void; stopHard(): void }): void {
  let firstAt: number | null = null;
  const request = (): void => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      handlers.stop();
    } else if (now - firstAt > SAME_REQUEST_MS) handlers.stopHard();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  if (process.connected) process.on('disconnect', request);
}
