import type { HTTPMethods } from 'fastify';
import { methodNotAllowed } from './error-replies.ts';
import type { Gateway } from './gateway.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * Watches the routes that `register` adds and then answers the other methods of REST on the same paths with 405 and
 * `Allow`, so that a known path never looks unknown. Authentication, being a hook of the same scope, still comes first.
 */
export function refuseOtherMethods(gateway: Gateway, register: () => void): void {
  const methodsByUrl = new Map<string, Set<string>>();
  gateway.addHook('onRoute', (route) => {
    const methods = methodsByUrl.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) methods.add(method);
    methodsByUrl.set(route.url, methods);
  });
  register();
  const prefix = gateway.prefix;
  for (const [url, methods] of [...methodsByUrl]) {
    const allowed = METHODS.filter((method) => methods.has(method));
    gateway.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url: url.slice(prefix.length),
      onRequest: async (_request, reply) => {
        throw methodNotAllowed(reply, allowed);
      },
      handler: () => undefined,
    });
  }
}
