import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import pTimeout from 'p-timeout';
import type { ServedCounters } from './counters.ts';
import { isConflict, isOfAllItems } from './errors.ts';
import type { FairPlaces } from './fair-places.ts';
import type { Item, OperationHandler, Outcome } from './operation-handler.ts';

/** Requests wait 10 s at most; the rest is for the work behind them to notice its own time-outs. */
const HANDLER_TIMEOUT_MS = 30_000;
/** When handling one by one takes longer, the fault is not in single items, and the rest shares it. */
const ISOLATE_TIMEOUT_MS = 5000;

/** How an item ended; `error` is what was thrown. */
export type Settled = Exclude<Outcome, { error: unknown }> | { error: unknown };
type Settle = (index: number, outcome: Settled) => void;
type Handler = (items: readonly Item[], settle: Settle) => Promise<readonly Outcome[]>;

class WrongLength extends Error {}

/**
 * Settles each item once, as soon as its outcome is known; resolves when all are; never throws. What loses to another
 * transaction is tried once more, and then as unavailable as in an outage.
 */
export async function runHandler(
  { handler: handleItems }: OperationHandler,
  items: readonly Item[],
  places: FairPlaces,
  counters: ServedCounters,
  settle: Settle,
): Promise<void> {
  const open = new Set(items.keys());
  const settleOnce: Settle = (index, outcome) => {
    if (open.delete(index)) settle(index, declareConflict(outcome));
  };
  const handler: Handler = (some, answered) => handleItems(some, { answered, places });
  try {
    await runOnce(handler, items, settleOnce);
  } catch (error) {
    // An outage would only repeat itself, and a wrong length comes after the work is done.
    const isOfOneItem = !isOfAllItems(error) && !(error instanceof WrongLength);
    if (isConflict(error) || (isOfOneItem && open.size > 1)) {
      counters.isolated += 1;
      await runOneByOne(handler, items, open, settleOnce);
    }
    for (const index of open) settleOnce(index, { error });
  }
}

function declareConflict(outcome: Settled): Settled {
  const isLost = 'error' in outcome && isConflict(outcome.error);
  return isLost ? { error: new DebriefError(UNAVAILABLE, undefined, { cause: outcome.error }) } : outcome;
}

async function runOneByOne(
  handler: Handler,
  items: readonly Item[],
  open: ReadonlySet<number>,
  settle: Settle,
): Promise<void> {
  const deadline = performance.now() + ISOLATE_TIMEOUT_MS;
  for (const index of open) {
    try {
      await runOnce(handler, [items[index] as Item], (_, outcome) => settle(index, outcome));
    } catch (error) {
      settle(index, { error });
      if (!isOfAllItems(error) && performance.now() < deadline) continue;
      for (const other of open) settle(other, { error });
    }
  }
}

async function runOnce(handler: Handler, items: readonly Item[], settle: Settle): Promise<void> {
  const outcomes = await pTimeout(handler(items, settle), {
    milliseconds: HANDLER_TIMEOUT_MS,
    // Not a message: its error would be made for each batch, with a stack.
    fallback: () => {
      throw new DebriefError(TIMED_OUT);
    },
  });
  if (outcomes.length !== items.length) {
    throw new WrongLength(`the handler returned ${outcomes.length} outcomes for ${items.length} items`);
  }
  for (const [index, outcome] of outcomes.entries()) settle(index, outcome);
}
