/** A failure that another try cannot repair: a consumer has the message kept as rejected, not delivered again. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}
