import { DebriefError, MALFORMED_REQUEST, UNAVAILABLE } from '@debrief/contracts/errors';
import { drainOf } from '@debrief/http-kit/drain';
import { refuseWhenLate } from '@debrief/http-kit/refuse-when-late';
import { requestIdOf } from '@debrief/http-kit/request-ids';
import { observeRequests } from '@debrief/http-kit/request-metrics';
import { traceRequests } from '@debrief/http-kit/trace-requests';
import type { Logger, Metrics } from '@debrief/service-kit/run';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, type FastifyRequest, fastify, LogController } from 'fastify';
import type { ApiKeyCache } from './authentication/api-key-cache.ts';
import { authenticate } from './authentication/authenticate.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { answerExpectation, answerParserError, sendError, sendNotFound } from './http/error-replies.ts';
import type { Gateway } from './http/gateway.ts';
import { serveHealth } from './http/health.ts';
import { parseJsonBodies } from './http/json-body.ts';
import { Limits } from './http/limits.ts';
import { listener } from './http/listen.ts';
import { refuseOtherMethods } from './http/method-not-allowed.ts';
import { refuseInOverload } from './http/overload.ts';
import { securityHeaders } from './http/security-headers.ts';
import { compileValidator } from './http/validation.ts';
import { serveReference } from './openapi/reference-page.ts';
import { registerRoutes } from './routes.ts';

const BASE_PATH = '/api/v1';

/** An external id of 255 characters arrives percent-encoded, at up to 12 bytes a character; Fastify's default is 100. */
const PARAM_LENGTH_MAX = 3_200;
const EVENT_LOOP_DELAY_MAX_MS = 2_000;

/** The public HTTP server, and what makes it listen. */
export async function createServer(options: {
  deps: GatewayDeps;
  keys: ApiKeyCache;
  recordKeyUse: (keyId: string) => void;
  log: Logger;
  metrics: Metrics;
}): Promise<{ gateway: Gateway; listenAt: ReturnType<typeof listener> }> {
  const { deps, log } = options;
  const { config } = deps;
  const limits = new Limits({ key: config.RATE_LIMIT_PER_MINUTE, address: config.ADDRESS_LIMIT_PER_MINUTE });
  const gateway: Gateway = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: config.TRUSTED_PROXIES.length > 0 && [...config.TRUSTED_PROXIES],
    bodyLimit: config.BODY_LIMIT_BYTES,
    connectionTimeout: 60_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    // Without Host, Node by itself would answer 400 with an empty body; the hook below does it in our shape.
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384, requireHostHeader: false },
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: sendError,
    clientErrorHandler: answerParserError,
  }).withTypeProvider<TypeBoxTypeProvider>();
  const listenAt = listener(gateway, config.MAX_CONNECTIONS);
  gateway.server.on('checkExpectation', answerExpectation);
  gateway.addHook('preClose', drainOf(gateway.server));
  parseJsonBodies(gateway);
  gateway.setValidatorCompiler(compileValidator);
  const countStranger = async (request: FastifyRequest) => limits.countStranger(request);
  gateway.setNotFoundHandler({ preValidation: countStranger }, sendNotFound);
  gateway.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    const { httpVersion, headers } = request.raw;
    if (httpVersion === '1.1' && headers.host === undefined) done(new DebriefError(MALFORMED_REQUEST));
    else done();
  });
  traceRequests(gateway);
  observeRequests(gateway, options.metrics, ({ caller }) => caller?.integration_id);
  refuseWhenLate(gateway, {
    lateMs: EVENT_LOOP_DELAY_MAX_MS,
    refuse: () => {
      throw new DebriefError(UNAVAILABLE);
    },
  });
  gateway.setErrorHandler(sendError);
  serveHealth(gateway, () => deps.messaging.check());
  await gateway.register(async (scope: Gateway) => {
    scope.addHook('onRequest', countStranger);
    await serveReference(scope, BASE_PATH);
  });
  await gateway.register(
    async (api: Gateway) => {
      refuseInOverload(api);
      authenticate(api, options.keys, limits, options.recordKeyUse);
      refuseOtherMethods(api, () => registerRoutes(api, deps));
    },
    { prefix: BASE_PATH },
  );
  return { gateway, listenAt };
}
