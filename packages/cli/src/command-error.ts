/** What went wrong, in words for the operator, with what to do about it. Ends a command with status 1. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}
