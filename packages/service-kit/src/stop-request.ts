/** One Ctrl-C can arrive twice: from the terminal, and from npm, which passes it on. */
const SAME_REQUEST_MS = 1_000;

/**
 * Calls `stop` with the reason on the first request to stop, and `stopNow` on the next. Requests are SIGINT, SIGTERM,
 * SIGHUP and the end of the process that forked this one.
 */
export function onStopRequest(handlers: { stop(reason: string): void; stopNow?(): void }): void {
  let firstAt: number | null = null;
  const request = (reason: string): void => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      handlers.stop(reason);
    } else if (now - firstAt > SAME_REQUEST_MS) handlers.stopNow?.();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  if (process.connected) process.on('disconnect', () => request('supervisor is gone'));
}
