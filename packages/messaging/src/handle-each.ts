import type { Operation } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT } from '@debrief/contracts/errors';
import type { DeclaredError } from './errors.ts';
import { handle, type Item, type OperationHandler, type Outcome } from './operation-handler.ts';

/** Answers of one batch that are computed at once, so that a burst leaves connections for everything else. */
const ANSWERS_AT_ONCE = 4;
/** No request waits longer than 10 s, so nobody reads what is begun later. */
const BEGIN_TIMEOUT_MS = 8_000;

interface EachOptions {
  beginTimeoutMs?: number;
  /** Two items that ask the same of the same integration in one batch share an answer. */
  sharesAnswers?: boolean;
}

/**
 * Binds an operation whose items cannot share a statement, such as lists with filters of their own. Two items that
 * ask the same of the same integration in one batch share an answer. What fails fails alone: handled again one by one,
 * the others would wait for the slow one of another tenant that has just run out of time.
 */
export function handleEach<O extends Operation>(
  operation: O,
  answer: (item: Item<O>) => Promise<Outcome<O>>,
  { beginTimeoutMs = BEGIN_TIMEOUT_MS, sharesAnswers = true }: EachOptions = {},
): OperationHandler {
  return handle(operation, async (items) => {
    const keys = items.map(({ caller, input }, index) => {
      if (!sharesAnswers) return String(index);
      const integration = 'integration_id' in caller ? caller.integration_id : null;
      return JSON.stringify([integration, input]);
    });
    const different = new Map(keys.map((key, index) => [key, items[index] as Item<O>]));
    const waiting = different.entries();
    const answers = new Map<string, Outcome<O>>();
    const deadline = performance.now() + beginTimeoutMs;
    const answerNext = async () => {
      for (const [key, item] of waiting) {
        const isLate = performance.now() >= deadline;
        answers.set(key, isLate ? failed(new DebriefError(TIMED_OUT)) : await answer(item).catch(failed));
      }
    };
    await Promise.all(Array.from({ length: ANSWERS_AT_ONCE }, answerNext));
    return keys.map((key) => answers.get(key) as Outcome<O>);
  });
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
