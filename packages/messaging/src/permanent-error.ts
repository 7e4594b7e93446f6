/** A failure that another try cannot mend: a consumer drops the message instead of having it delivered again. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}
