import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import { drainOf } from '@debrief/http-kit/drain';
import { refuseWhenLate } from '@debrief/http-kit/refuse-when-late';
import { requestIdOf } from '@debrief/http-kit/request-ids';
import { observeRequests } from '@debrief/http-kit/request-metrics';
import { traceRequests } from '@debrief/http-kit/trace-requests';
import type { Logger, Metrics } from '@debrief/service-kit/run';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { ConsoleDeps } from './console-deps.ts';
import { pageSender } from './html/layout.ts';
import { loadPlots } from './html/plots.ts';
import { errorPages } from './http/error-pages.ts';
import { requireOwnForm } from './http/form-tokens.ts';
import { limitBodies } from './http/limit-bodies.ts';
import { UPLOAD_TIMEOUT_MS } from './pages/upload.ts';
import { openPages, signedInPages } from './pages.ts';
import { cookieRules } from './session/cookies.ts';
import { knowVisitors, requireVisitor } from './session/sign-in-hooks.ts';

const EVENT_LOOP_DELAY_MAX_MS = 2_000;
const FORM_TIMEOUT_MS = 15_000;

/**
 * Nothing inline but what carries the nonce of its page, as the player's styles do, and nothing from elsewhere; Tabler's own
 * arrows and marks are images in its style sheet.
 */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    // A file that is about to be uploaded, of which the length is asked.
    mediaSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** The HTTP server of the console, not yet listening. */
export async function createServer(o: {
  deps: ConsoleDeps;
  log: Logger;
  metrics: Metrics;
}): Promise<FastifyInstance> {
  const { deps, log } = o;
  const { config } = deps;
  const cookies = cookieRules(config.WEB_APP_URL);
  const { sendError, sendNotFound } = errorPages(pageSender(deps), cookies);
  const server: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: config.TRUSTED_PROXIES.length > 0 && [...config.TRUSTED_PROXIES],
    bodyLimit: config.BODY_LIMIT_BYTES,
    connectionTimeout: 60_000,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 512 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  server.server.maxConnections = config.MAX_CONNECTIONS;
  server.addHook('preClose', drainOf(server.server));
  server.setErrorHandler(sendError);
  limitBodies(server, FORM_TIMEOUT_MS);
  await server.register(cookie);
  await server.register(formbody, { bodyLimit: config.BODY_LIMIT_BYTES });
  await server.register(helmet, {
    contentSecurityPolicy,
    enableCSPNonces: true,
    referrerPolicy: { policy: 'same-origin' },
    // Whoever ends TLS in front says so: it must not be sent over plain HTTP (RFC 6797, 7.2).
    strictTransportSecurity: false,
  });
  traceRequests(server);
  observeRequests(server, o.metrics, ({ visitor }) => visitor?.session.place?.integration.id);
  refuseWhenLate(server, {
    lateMs: EVENT_LOOP_DELAY_MAX_MS,
    refuse: () => {
      throw new DebriefError(UNAVAILABLE);
    },
  });
  server.decorateRequest('visitor', null);
  await server.register(async (files) => deps.assets.serve(files));
  await server.register(async (pages) => {
    knowVisitors(pages, deps, cookies);
    pages.setNotFoundHandler(sendNotFound);
    pages.addHook('preHandler', async (request, reply) => {
      // What a person sees is theirs: neither a proxy nor the next user of the browser finds it again.
      reply.header('cache-control', 'no-store').header('x-request-id', request.id);
      if (request.method !== 'GET' && request.method !== 'HEAD') requireOwnForm(cookies, request);
    });
    for (const addPages of openPages) addPages(pages, deps);
    await pages.register(async (signedIn) => {
      signedIn.addHook('onRequest', requireVisitor);
      signedIn.addHook('onResponse', async ({ visitor }) => {
        if (visitor !== null) await loadPlots();
      });
      for (const addPages of signedInPages) addPages(signedIn, deps);
    });
  });
  return server;
}
