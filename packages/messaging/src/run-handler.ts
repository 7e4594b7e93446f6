import { DebriefError, TIMED_OUT } from '@debrief/contracts/errors';
import pTimeout from 'p-timeout';
import type { ServedCounters } from './counters.ts';
import { isOutage } from './errors.ts';
import type { Item, OperationHandler, Outcome } from './operation-handler.ts';

/** Requests wait 10 s at most; the rest is for the work behind them to notice its own time-outs. */
const HANDLER_TIMEOUT_MS = 30_000;
/** When handling one by one takes longer, the fault is not in single items, and the rest shares it. */
const ISOLATE_TIMEOUT_MS = 5000;

/** How an item ended; `error` is what was thrown. */
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
  const deadline = performance.now() + ISOLATE_TIMEOUT_MS;
  for (const item of items) {
    try {
      settled.push(...(await runOnce(handler, [item])));
    } catch (error) {
      settled.push({ error });
      if (!isOutage(error) && performance.now() < deadline) continue;
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
  const outcomes = await pTimeout(handler(items), {
    milliseconds: HANDLER_TIMEOUT_MS,
    message: new DebriefError(TIMED_OUT),
  });
  if (outcomes.length !== items.length) {
    throw new WrongLength(`the handler returned ${outcomes.length} outcomes for ${items.length} items`);
  }
  return outcomes;
}
