import type { Operation } from '@debrief/contracts/define';
import {
  DebriefError,
  type ErrorDefinition,
  INTERNAL,
  NOT_ALLOWED,
  READ_ONLY_KEY,
  TIMED_OUT,
  UNAVAILABLE,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';

/** A DebriefError of any code and details. */
export type DeclaredError = Error & { readonly definition: ErrorDefinition; readonly details: unknown };

/** What any operation may fail with, declared or not. */
const generic: readonly ErrorDefinition[] = [
  UNAVAILABLE,
  TIMED_OUT,
  VALIDATION_FAILED,
  READ_ONLY_KEY,
  NOT_ALLOWED,
];

/** UNAVAILABLE because nobody serves the operation: its service is away, or of a version that lacks it. */
export class NotServedError extends DebriefError {
  constructor() {
    super(UNAVAILABLE);
  }
}

/** UNAVAILABLE because more is asked of the operation than is answered. Nothing has been sent. */
export class OverloadError extends DebriefError {
  constructor() {
    super(UNAVAILABLE);
  }
}

/** The error's code and details as JSON, or null when the operation does not declare it. */
export function encodeError(operation: Operation, error: unknown): string | null {
  if (!(error instanceof DebriefError)) return null;
  const { definition, details } = error as DeclaredError;
  return definitionOf(operation, definition.code) === undefined
    ? null
    : JSON.stringify({ code: definition.code, details });
}

export const internalError = JSON.stringify({ code: INTERNAL.code });

export function decodeError(operation: Operation, json: string): Error {
  const { code, details } = JSON.parse(json) as { code: string; details?: unknown };
  const definition = definitionOf(operation, code) ?? INTERNAL;
  return new DebriefError(definition as ErrorDefinition<string, unknown>, details);
}

function definitionOf(operation: Operation, code: string): ErrorDefinition | undefined {
  const isIt = (definition: ErrorDefinition) => definition.code === code;
  return operation.errors.find(isIt) ?? generic.find(isIt);
}

/** True where something does not answer, so that a retry may succeed. */
export function isOutage(error: unknown): error is DeclaredError {
  return (
    error instanceof DebriefError &&
    (error.definition.code === UNAVAILABLE.code || error.definition.code === TIMED_OUT.code)
  );
}

/** SQLSTATEs of a transaction that was rolled back in favour of another: a deadlock, or a serialization failure. */
const conflicts: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** True when the same again may succeed at once, and nothing was changed. */
export function isConflict(error: unknown): error is Error {
  return error instanceof Error && conflicts.has((error as { code?: unknown }).code);
}

/**
 * True for failures of a whole batch that handling its items one by one would only repeat. A time-out with a cause is
 * that of a statement, which may wait for the rows of one item only.
 */
export function isOfAllItems(error: unknown): boolean {
  return isOutage(error) && !(error.definition.code === TIMED_OUT.code && error.cause !== undefined);
}
