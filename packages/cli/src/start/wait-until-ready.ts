import { pollUntil } from '@debrief/local/poll-until';
import type { SupervisedApp } from './supervise-app.ts';

const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 20;
const REQUEST_TIMEOUT_MS = 5_000;

/** Waits until an app's readiness check passes, which is a round trip to everything it depends on. */
export async function waitUntilReady(
  app: Pick<SupervisedApp, 'name' | 'logFile' | 'process'>,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const isReady = await pollUntil(
    async () => {
      const process = app.process();
      return process !== null && (await passes(process.health_url));
    },
    { intervalMs: INTERVAL_MS, timeoutMs, signal },
  );
  if (!isReady)
    throw new Error(`${app.name} is not ready after ${timeoutMs / 1000} s. Its log: ${app.logFile}`);
}

async function passes(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
