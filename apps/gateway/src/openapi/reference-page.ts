import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Gateway } from '../http/gateway.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { documentFile } from './document.ts';

const DOCUMENT_PATH = '/openapi.json';
/** Swagger UI sets styles in its elements. Nothing may come from, or go to, another server. */
const CONTENT_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'self'; object-src 'none'; frame-ancestors 'none'";

/**
 * The document under the base path and a page that shows it at /docs, both without a key. The page loads
 * everything from this server, so it works without the internet, and its policy allows no other.
 */
export async function serveReference(gateway: Gateway, basePath: string): Promise<void> {
  const text = readFileSync(documentFile, 'utf8');
  await gateway.register(
    async (scope: Gateway) => {
      refuseOtherMethods(scope, () => {
        scope.get(DOCUMENT_PATH, (_request, reply) =>
          reply.type('application/json; charset=utf-8').send(text),
        );
      });
    },
    { prefix: basePath },
  );
  await gateway.register(async (scope: Gateway) => {
    const specification = { document: JSON.parse(text) };
    await scope.register(swagger, { mode: 'static', specification });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: CONTENT_POLICY,
      theme: { title: 'Debrief API' },
      uiConfig: { layout: 'BaseLayout', validatorUrl: null, displayRequestDuration: true },
    });
  });
}
