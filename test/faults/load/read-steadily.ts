import { setTimeout as sleep } from 'node:timers/promises';
import type { Arena } from '../fault.ts';
import type { BaseStack } from '../stack/stack.ts';

/** Reads so many times a second, a list by default, however slowly the answers come; resolves when all have come. */
export async function readSteadily(
  { stack, load, stop }: Arena<BaseStack>,
  o: { perSecond: number; isOver: () => boolean; read?: () => Promise<unknown> },
): Promise<void> {
  const read = o.read ?? (() => load.client.get(stack.tenants[0], '/calls?limit=1'));
  const reads: Promise<unknown>[] = [];
  while (!o.isOver()) {
    reads.push(read());
    await sleep(1000 / o.perSecond, undefined, { signal: stop });
  }
  await Promise.all(reads);
}
