import { OverloadError } from '@debrief/messaging/request';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from './gateway.ts';

/** So long a route refuses what comes after one that was refused: a fraction of what then waits is answered meanwhile. */
const REFUSING_MS = 100;

/**
 * Once a request is refused because too many wait for what its route asks of a service, those that follow are refused
 * before they are authenticated or their body is read. Otherwise refusing would take the time that answering needs, and
 * requests would wait unread.
 * @returns what is to see each error that a request ends with.
 */
export function refuseInOverload(gateway: Gateway): (error: unknown, request: FastifyRequest) => void {
  const refusal = new OverloadError();
  const untilMs = new Map<string, number>();
  gateway.addHook('onRequest', (request, _reply, done) => {
    if (untilMs.size === 0) return done();
    const route = routeOf(request);
    const until = untilMs.get(route);
    if (until === undefined) return done();
    if (performance.now() < until) return done(refusal);
    untilMs.delete(route);
    done();
  });
  return (error, request) => {
    if (error instanceof OverloadError && error !== refusal)
      untilMs.set(routeOf(request), performance.now() + REFUSING_MS);
  };
}

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url}`;
}
