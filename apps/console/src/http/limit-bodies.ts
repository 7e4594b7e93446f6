import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its request may take as long as the server allows at most: it brings a file. */
    bringsFile?: boolean;
  }
}

/** Node knows one time within which requests must have come, for all of them; forms have less of it than files. */
export function limitBodies(server: FastifyInstance, timeoutMs: number): void {
  server.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.complete || routeOptions.config?.bringsFile === true) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, timeoutMs);
    raw.once('close', () => clearTimeout(timer));
  });
}
