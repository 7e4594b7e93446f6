import type { FastifyRequest } from 'fastify';
import { textOf } from '../html/parts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the buttons named `do` of its form do: a route does nothing else, so that a test can walk all of it. */
    does?: readonly string[];
  }
}

/** What a form is sent to do; null: nothing that its route declares. */
export function actionOf({ body, routeOptions }: FastifyRequest): string | null {
  const given = textOf(body, 'do');
  return routeOptions.config.does?.find((one) => one === given) ?? null;
}
