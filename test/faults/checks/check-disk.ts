import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseStack } from '../stack/stack.ts';

const REMOVED_WITHIN_MS = 10_000;

/** Nothing of a recording that has ended stays on the worker's disk. */
export async function checkDisk(stack: BaseStack): Promise<string[]> {
  const giveUpAtMs = Date.now() + REMOVED_WITHIN_MS;
  for (;;) {
    const left = stack.workDisk.leftovers();
    if (left?.length === 0) return [];
    if (Date.now() > giveUpAtMs)
      return [`files are left in the work folder (${left?.join(', ') ?? 'there is no worker to ask'})`];
    await sleep(200);
  }
}
