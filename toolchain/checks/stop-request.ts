/** Ctrl-C arrives from the terminal and once more from npm, which passes it on. */
const SAME_REQUEST_MS = 1_000;

/** Aborts on the first request to stop, and ends at once on one more. */
export function stopRequest(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const request = (): void => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort();
    } else if (performance.now() - firstAt > SAME_REQUEST_MS) process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  if (process.connected) {
    process.on('disconnect', request);
    process.channel?.unref();
  }
  return controller.signal;
}
