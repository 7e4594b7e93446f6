import type { IncomingMessage } from 'node:http';
import { uuidv7 } from 'uuidv7';

/** Safe to log and to pass on. */
const SAFE = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/** The client's own request id when it is safe, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SAFE.test(given) ? given : uuidv7();
}
