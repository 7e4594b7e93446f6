import type { Operation } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT } from '@debrief/contracts/errors';
import type { DeclaredError } from './errors.ts';
import { FairPlaces } from './fair-places.ts';
import { handle, type Item, type OperationHandler, type Outcome } from './operation-handler.ts';

/** Items of one operation that are computed at once, so that a burst leaves connections for everything else. */
const PLACES = 6;
/** Three tenants whose lists are slow leave the others waiting, and no fewer. */
const PLACES_PER_INTEGRATION = 2;
/** No request waits longer than 10 s, so nobody reads what is begun later. */
const BEGIN_TIMEOUT_MS = 8_000;

interface EachOptions {
  beginTimeoutMs?: number;
  /** Two items that ask the same of the same integration in one batch share an answer. */
  sharesAnswers?: boolean;
}

/**
 * Binds an operation whose items cannot share a statement, such as lists with filters of their own. Each is answered
 * when it is done, and fails alone. Two items that ask the same of the same integration in one batch share an answer.
 */
export function handleEach<O extends Operation>(
  operation: O,
  answer: (item: Item<O>) => Promise<Outcome<O>>,
  { beginTimeoutMs = BEGIN_TIMEOUT_MS, sharesAnswers = true }: EachOptions = {},
): OperationHandler {
  const places = new FairPlaces(PLACES, PLACES_PER_INTEGRATION);
  function begin(item: Item<O>, integration: string | null): Promise<Outcome<O>> {
    const deadline = performance.now() + beginTimeoutMs;
    return places.run(integration, async () => {
      if (performance.now() >= deadline) return failed(new DebriefError(TIMED_OUT));
      return answer(item).catch(failed);
    });
  }
  const handler = (
    items: readonly Item<O>[],
    answered: (index: number, outcome: Outcome) => void = () => {},
  ) => {
    const shared = new Map<string, Promise<Outcome<O>>>();
    return Promise.all(
      items.map(async (item, index) => {
        const integration = 'integration_id' in item.caller ? item.caller.integration_id : null;
        const key = sharesAnswers ? JSON.stringify([integration, item.input]) : String(index);
        const promise = shared.get(key) ?? begin(item, integration);
        shared.set(key, promise);
        const outcome = await promise;
        answered(index, outcome);
        return outcome;
      }),
    );
  };
  return { ...handle(operation, handler), hasOwnPlaces: true };
}

/** Binds a write: each item is carried out by itself, equal ones too, and one that fails leaves the others untouched. */
export function handleWrite<O extends Operation>(
  operation: O,
  write: (item: Item<O>) => Promise<Outcome<O>>,
): OperationHandler {
  return handleEach(operation, write, { sharesAnswers: false });
}

/** What the operation does not declare is logged and returned as INTERNAL by the service. */
function failed(error: unknown): { error: DeclaredError } {
  return { error: error as DeclaredError };
}
