import { setTimeout as sleep } from 'node:timers/promises';
import { fileBeside, SETTLE_MS, type Surroundings, startStack } from '../stack.ts';
import { debrief, graphileWorker } from './contestants.ts';
import type { Options } from './options.ts';
import { type Round, runRound } from './run-round.ts';

export interface Result {
  readonly name: string;
  readonly rounds: readonly Round[];
}

const WARM_UP_SHARE = 0.3;

/** Debrief and graphile-worker in turns, so that what else the machine does meets both. */
export async function measureThroughput(options: Options, o: Surroundings): Promise<Result[]> {
  const { signal, say } = o;
  const stack = await startStack(o, fileBeside(import.meta.url, 'null-worker.ts'));
  const contestants = [await debrief(stack), await graphileWorker(stack, o.start, options.concurrency)].map(
    (contestant) => ({ contestant, rounds: [] as Round[] }),
  );
  say(`Started; letting the apps settle for ${SETTLE_MS / 1000} s`);
  await sleep(SETTLE_MS, undefined, { signal });
  for (let number = 0; number <= options.rounds; number += 1) {
    const isWarmUp = number === 0;
    const recordings = isWarmUp ? Math.ceil(options.recordings * WARM_UP_SHARE) : options.recordings;
    for (const { contestant, rounds } of contestants) {
      const round = await runRound(contestant, stack.client, { ...options, recordings, signal });
      if (!isWarmUp) rounds.push(round);
      const perSecond = (recordings / round.seconds).toFixed(1);
      say(`${isWarmUp ? 'Warm-up' : `Round ${number}`}, ${contestant.name}: ${perSecond} recordings/s`);
    }
  }
  return contestants.map(({ contestant, rounds }) => ({ name: contestant.name, rounds }));
}
