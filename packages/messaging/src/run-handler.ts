import { DebriefError, TIMED_OUT } from '@debrief/contracts/errors';
import type { ServedCounters } from './counters.ts';
import { isOutage } from './errors.ts';
import type { Item, OperationHandler, Outcome } from './serve.ts';

/** Requests wait 10 s at most; the rest is for the work behind them to notice its own time-outs. */
const HANDLER_WITHIN_MS = 30_000;
/** When handling one by one takes longer, the fault is not in single items, and the rest shares it. */
const ISOLATE_WITHIN_MS = 5000;

/** How an item ended; `error` is whatever was thrown. */
export type Settled = Exclude<Outcome, { error: unknown }> | { error: unknown };

class WrongLength extends Error {}

/** @returns an outcome for each item, in order; never throws. */
export async function runHandler(
  { handler }: OperationHandler,
  items: readonly Item[],
  counters: ServedCounters,
): Promise<readonly Settled[]> {
  try {
    return await runOnce(handler, items);
  } catch (error) {
    // An outage would only repeat itself, and a wrong length comes after the work is done.
    const isolable = items.length > 1 && !isOutage(error) && !(error instanceof WrongLength);
    if (!isolable) return items.map(() => ({ error }));
    counters.isolated += 1;
    return runOneByOne(handler, items);
  }
}

async function runOneByOne(
  handler: OperationHandler['handler'],
  items: readonly Item[],
): Promise<readonly Settled[]> {
  const settled: Settled[] = [];
  const givenUpAt = performance.now() + ISOLATE_WITHIN_MS;
  for (const item of items) {
    try {
      settled.push(...(await runOnce(handler, [item])));
    } catch (error) {
      settled.push({ error });
      if (!isOutage(error) && performance.now() < givenUpAt) continue;
      while (settled.length < items.length) settled.push({ error });
      break;
    }
  }
  return settled;
}

async function runOnce(
  handler: OperationHandler['handler'],
  items: readonly Item[],
): Promise<readonly Outcome[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DebriefError(TIMED_OUT)), HANDLER_WITHIN_MS);
  });
  try {
    const outcomes = await Promise.race([handler(items), tooLate]);
    if (outcomes.length !== items.length) {
      throw new WrongLength(`the handler answered ${outcomes.length} outcomes for ${items.length} items`);
    }
    return outcomes;
  } finally {
    clearTimeout(timer);
  }
}
