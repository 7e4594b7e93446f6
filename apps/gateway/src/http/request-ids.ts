import type { IncomingMessage } from 'node:http';
import { uuidv7 } from 'uuidv7';

/** Sane enough to be logged and carried on as it is. */
const SANE = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/** The client's own request id when it is sane, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : uuidv7();
}
