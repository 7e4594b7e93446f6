import type { Operation } from '@debrief/contracts/define';
import { handle, type Item, type OperationHandler, type Outcome } from './serve.ts';

/** Answers of one batch that are worked out at once, so that a burst leaves connections for everything else. */
const ANSWERS_AT_ONCE = 4;

/**
 * Binds an operation whose items cannot share a statement, such as lists with filters of their own. Two items that
 * ask the same of the same integration in one batch share an answer.
 */
export function handleEach<O extends Operation>(
  operation: O,
  answer: (item: Item<O>) => Promise<Outcome<O>>,
): OperationHandler {
  return handle(operation, async (items) => {
    const keys = items.map(({ caller, input }) => {
      const integration = 'integration_id' in caller ? caller.integration_id : null;
      return JSON.stringify([integration, input]);
    });
    const different = new Map(keys.map((key, index) => [key, items[index] as Item<O>]));
    const waiting = different.entries();
    const answers = new Map<string, Outcome<O>>();
    const answerInTurn = async () => {
      for (const [key, item] of waiting) answers.set(key, await answer(item));
    };
    await Promise.all(Array.from({ length: ANSWERS_AT_ONCE }, answerInTurn));
    return keys.map((key) => answers.get(key) as Outcome<O>);
  });
}
