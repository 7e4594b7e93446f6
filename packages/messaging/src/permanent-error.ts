/** A failure that another try cannot repair: a consumer drops the message instead of having it delivered again. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}
