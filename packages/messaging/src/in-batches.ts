import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import { currentTraces, inTraces } from '@debrief/tracing/tracing';
import { isOfAllItems } from './errors.ts';

/** One for each payload, where a batch has results. */
type ResultsOf<R> = [R] extends [undefined] ? unknown : readonly R[];

interface Waiting<P, R> {
  payload: P;
  /** Aborted when its caller has given up. */
  signal: AbortSignal | undefined;
  /** For whose spans it is handled. */
  traces: readonly string[];
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

const WAITING_MAX = 1_000;
/** When handling one by one takes longer, the fault is not in single payloads, and the rest shares it. */
const ISOLATE_TIMEOUT_MS = 5_000;

/**
 * Payloads that come while a batch is being handled go together into the next one: the more there is to do, the
 * fewer transactions it takes. A batch that fails must have changed nothing; its payloads are then handled one by
 * one, so that only the one at fault fails. In an outage all fail at once: one by one it would only repeat itself.
 */
export function inBatches<P, R = undefined>(
  handle: (payloads: readonly P[]) => Promise<ResultsOf<R>>,
  maxItems: number,
): (payload: P, signal?: AbortSignal) => Promise<R> {
  let waiting: Waiting<P, R>[] = [];
  let running = false;

  function dropGivenUp(): void {
    for (const { signal, reject } of waiting) if (signal?.aborted) reject(signal.reason);
    waiting = waiting.filter(({ signal }) => !signal?.aborted);
  }

  async function handleBatch(batch: readonly Waiting<P, R>[]): Promise<void> {
    try {
      const results = await inTraces(
        batch.flatMap(({ traces }) => traces),
        () => handle(batch.map(({ payload }) => payload)),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(resultOf(results, index));
    } catch (error) {
      if (batch.length > 1 && !isOfAllItems(error)) await handleOneByOne(batch);
      // Those that are settled already stay as they are.
      for (const { reject } of batch) reject(error);
    }
  }

  async function handleOneByOne(batch: readonly Waiting<P, R>[]): Promise<void> {
    const deadline = performance.now() + ISOLATE_TIMEOUT_MS;
    for (const { payload, signal, traces, resolve, reject } of batch) {
      if (signal?.aborted) continue;
      try {
        resolve(resultOf(await inTraces(traces, () => handle([payload])), 0));
      } catch (error) {
        reject(error);
        if (!isOfAllItems(error) && performance.now() < deadline) continue;
        for (const other of batch) other.reject(error);
        return;
      }
    }
  }

  async function handleWaiting(): Promise<void> {
    for (;;) {
      dropGivenUp();
      if (waiting.length === 0) break;
      await handleBatch(waiting.splice(0, maxItems));
    }
    running = false;
  }

  return (payload, signal) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= WAITING_MAX) dropGivenUp();
      if (waiting.length >= WAITING_MAX) {
        reject(new DebriefError(UNAVAILABLE));
        return;
      }
      waiting.push({ payload, signal, traces: currentTraces(), resolve, reject });
      if (running) return;
      running = true;
      // Collects what arrives in the same iteration of the event loop.
      setImmediate(() => void handleWaiting());
    });
}

function resultOf<R>(results: ResultsOf<R>, index: number): R {
  return (results as readonly R[] | undefined)?.[index] as R;
}
