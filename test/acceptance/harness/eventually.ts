import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is as wanted, for what follows from events; answers the last one when it takes too long. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  withinMs = 180_000,
): Promise<T> {
  const giveUpAtMs = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > giveUpAtMs) return answer;
    await sleep(50);
  }
}
