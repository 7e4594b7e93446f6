import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import { OverloadError } from '@debrief/messaging/request';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { errorBody, RETRY_AFTER_SECONDS } from './error-replies.ts';
import type { Gateway } from './gateway.ts';
import { RouteLoad } from './route-load.ts';
import { securityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    load?: RouteLoad;
  }
}

/**
 * Refuses what a route could not answer in time, before it is authenticated or its body is read: otherwise refusing would
 * take the time that answering needs. For the routes and hooks that are added afterwards.
 */
export function refuseInOverload(api: Gateway): void {
  api.addHook('onRoute', (route) => {
    const load = new RouteLoad();
    route.config = { ...route.config, load };
    route.handler = counted(route.handler, load);
  });
  api.addHook('onRequest', (request, reply, done) => {
    const isFull = request.routeOptions.config.load?.isFullFor(keyOf(request), performance.now());
    if (isFull === true) refuse(request, reply);
    else done();
  });
}

/** What it has been given, and not yet answered. Not what clients are still sending, who may be slow. */
function counted(handler: RouteOptions['handler'], load: RouteLoad): RouteOptions['handler'] {
  return async function (request, reply) {
    const key = keyOf(request);
    const beganAt = performance.now();
    load.begin(key);
    try {
      const answer = await handler.call(this, request, reply);
      load.noteAnswer(beganAt, performance.now());
      return answer;
    } catch (error) {
      if (error instanceof OverloadError) load.noteRefusal(performance.now());
      throw error;
    } finally {
      load.end(key);
    }
  };
}

/** Not verified yet where it is asked whether there is room: whoever sends the key of another is refused with it. */
function keyOf({ headers }: FastifyRequest): string {
  return String(headers['x-api-key'] ?? headers.authorization);
}

const body = JSON.stringify(errorBody(new DebriefError(UNAVAILABLE)));
const headers = Object.entries({
  ...securityHeaders,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'retry-after': String(RETRY_AFTER_SECONDS),
}).flat();

/** By hand: Fastify's way takes several times as long, and there may be thousands a second. */
function refuse({ id }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(UNAVAILABLE.status, [...headers, 'x-request-id', id]).end(body);
}
