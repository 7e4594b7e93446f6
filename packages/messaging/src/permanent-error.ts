/** A failure that another try cannot repair: a consumer has the message kept as rejected, not delivered again. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** SQLSTATE classes of faults in what is written: a violated constraint, a value out of range, a row too large. */
const DATA_FAULT = /^(?:2[1-3]|54)[0-9A-Z]{3}$/;

/**
 * Whether a handler would fail in the same way again. What is not known for certain counts as an outage: that may last
 * for days, and a message must not be lost for it.
 */
export function isOwnFault(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && DATA_FAULT.test(code);
}
