import { setTimeout as sleep } from 'node:timers/promises';
import type { KeptApp } from './kept-app.ts';

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 50;

/** Waits until an app's readiness says yes; that is a round trip to all it depends on. */
export async function untilHealthy(
  app: Pick<KeptApp, 'name' | 'logFile' | 'process'>,
  stop: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!stop.aborted) {
    const process = app.process();
    if (process !== null && (await isHealthy(process.health_url))) return;
    if (performance.now() > deadline) throw new Error(`${app.name} is not ready. Its log: ${app.logFile}`);
    await sleep(PAUSE_MS);
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
