import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import type { CallerOf } from './caller.ts';
import type { DeclaredError } from './errors.ts';
import type { FairPlaces } from './fair-places.ts';

export interface Item<O extends Operation = Operation> {
  caller: CallerOf<O>;
  input: InputOf<O>;
}

/** `json` is the output's final JSON text, sent on as it is. */
export type Outcome<O extends Operation = Operation> =
  | { ok: OutputOf<O> }
  | { json: string }
  | { error: DeclaredError };

/** What a handler gets besides the items. */
export interface BatchContext {
  /** May be told outcomes that are there before the others. */
  answered(index: number, outcome: Outcome): void;
  /** Where items are handled one by one. */
  readonly places: FairPlaces;
}

/** An operation and the function that answers it, with their types erased. */
export interface OperationHandler {
  readonly operation: Operation;
  readonly handler: (items: readonly Item[], batch?: BatchContext) => Promise<readonly Outcome[]>;
  /** Its items are handled one by one, each in a place of the service's, so that no batch has to wait for another. */
  readonly each?: 'read' | 'write';
}

/**
 * Binds an operation to its handler. The handler always gets an array, of items that fit the contract, and returns an
 * outcome for each, in the same order. Items may be of different tenants: each must be bound by its own caller.
 * A handler that throws must have changed nothing: its items are then handled again one by one, so that only the
 * faulty one fails.
 */
export function handle<O extends Operation>(
  operation: O,
  handler: (items: readonly Item<O>[]) => Promise<readonly Outcome<O>[]>,
): OperationHandler {
  return { operation, handler: handler as unknown as OperationHandler['handler'] };
}
