import { setTimeout as sleep } from 'node:timers/promises';
import type { Arena } from '../fault.ts';

/** Reads a list so many times a second, however slowly the answers come; resolves when all have come. */
export async function readSteadily(
  { stack, load, stop }: Arena,
  o: { perSecond: number; isOver: () => boolean },
): Promise<void> {
  const reads: Promise<unknown>[] = [];
  while (!o.isOver()) {
    reads.push(load.client.get(stack.tenants[0], '/calls?limit=1'));
    await sleep(1000 / o.perSecond, undefined, { signal: stop });
  }
  await Promise.all(reads);
}
