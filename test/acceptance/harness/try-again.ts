import { setTimeout as sleep } from 'node:timers/promises';
import { isDisturbed } from './launch-debrief.ts';

/** A busy machine refuses a request now and then; where everything ends in turn, an outage lasts as long as it lasts. */
export const MOST_TRIES = isDisturbed ? 300 : 4;
const PAUSE_MS = 1_000;

/** Asks again, as whoever operates a Debrief does, for as long as it fails by an outage. */
export async function tryAgain<T>(ask: () => Promise<T>, isOutage: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === MOST_TRIES || !isOutage(error)) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
