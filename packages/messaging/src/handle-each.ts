import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { Operation } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT } from '@debrief/contracts/errors';
import { inTraces } from '@debrief/tracing/tracing';
import { type DeclaredError, isConflict } from './errors.ts';
import { FairPlaces } from './fair-places.ts';
import {
  type BatchContext,
  handle,
  type Item,
  type OperationHandler,
  type Outcome,
} from './operation-handler.ts';

/** No request waits longer than 10 s, so nobody reads what is begun later. */
const BEGIN_TIMEOUT_MS = 8_000;

interface EachOptions {
  beginTimeoutMs?: number;
  kind?: 'read' | 'write';
}

/**
 * Binds an operation whose items cannot share a statement, such as lists with filters of their own. Each is answered
 * when it is done, and fails alone; one that throws must have changed nothing, and is tried again after a deadlock. Two
 * items of one batch that ask the same of the same integration, as the same member if any, share an answer.
 */
export function handleEach<O extends Operation>(
  operation: O,
  answer: (item: Item<O>) => Promise<Outcome<O>>,
  { beginTimeoutMs = BEGIN_TIMEOUT_MS, kind = 'read' }: EachOptions = {},
): OperationHandler {
  async function handler(
    items: readonly Item<O>[],
    batch: BatchContext = alone(),
  ): Promise<readonly Outcome<O>[]> {
    const deadline = performance.now() + beginTimeoutMs;
    const begin = (item: Item<O>, integration: string | null) =>
      batch.places.run(integration, async () => {
        if (performance.now() >= deadline) return failed(new DebriefError(TIMED_OUT));
        const { traceparent } = item.caller;
        return inTraces(traceparent === undefined ? [] : [traceparent], () =>
          answer(item)
            .catch((error: unknown) => (isConflict(error) ? answer(item) : Promise.reject(error)))
            .catch(failed),
        );
      });
    const shared = new Map<string, Promise<Outcome<O>>>();
    return Promise.all(
      items.map(async (item, index) => {
        const { integration_id: integration = null, member_id = null } =
          item.caller as Partial<IntegrationCaller>;
        // Members of one integration may ask the same and see different rows.
        const key = kind === 'read' ? JSON.stringify([integration, member_id, item.input]) : String(index);
        const promise = shared.get(key) ?? begin(item, integration);
        shared.set(key, promise);
        const outcome = await promise;
        batch.answered(index, outcome);
        return outcome;
      }),
    );
  }
  return { ...handle(operation, handler), each: kind };
}

/** Binds a write: each item is carried out by itself, equal ones too, and one that fails leaves the others untouched. */
export function handleWrite<O extends Operation>(
  operation: O,
  write: (item: Item<O>) => Promise<Outcome<O>>,
): OperationHandler {
  return handleEach(operation, write, { kind: 'write' });
}

/** For a handler that is called without a service. */
function alone(): BatchContext {
  return { answered() {}, places: new FairPlaces({ places: 4, perTenant: 4 }) };
}

/** What the operation does not declare is logged and returned as INTERNAL by the service. */
function failed(error: unknown): { error: DeclaredError } {
  return { error: error as DeclaredError };
}
