import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is as wanted, for what follows from events; answers the last one after 20 s. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const giveUpAtMs = Date.now() + 20_000;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > giveUpAtMs) return answer;
    await sleep(50);
  }
}
