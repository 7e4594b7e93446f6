import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import type { Gateway } from './gateway.ts';

/** Whoever asks without a key costs one round trip a second, however often they ask. */
const CACHED_MS = 1_000;

export function serveHealth(gateway: Gateway, check: () => Promise<void>): void {
  let checked: Promise<void> = Promise.resolve();
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  gateway.get('/health', { logLevel: 'warn' }, async () => {
    const now = performance.now();
    if (now - checkedAtMs >= CACHED_MS) {
      checkedAtMs = now;
      checked = check();
    }
    await checked.catch((cause: unknown) => {
      throw new DebriefError(UNAVAILABLE, undefined, { cause });
    });
    return { status: 'ok' };
  });
}
