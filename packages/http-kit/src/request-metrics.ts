import type { Metrics } from '@debrief/service-kit/run';
import { traceIdOf } from '@debrief/tracing/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';

/** Durations by route and status, and one log line a request that names ids only. */
export function observeRequests(
  server: Pick<FastifyInstance, 'addHook' | 'log'>,
  metrics: Metrics,
  integrationOf: (request: FastifyRequest) => string | undefined,
): void {
  const duration = new Histogram({
    name: 'debrief_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics.registry],
  });
  // Nothing of these lines comes from a request but its id, so nothing in them is looked through for secrets.
  const lines = server.log.child({}, { redact: [] });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    lines.info(
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        integration_id: integrationOf(request),
        ...(request.traceparent !== undefined && { trace_id: traceIdOf(request.traceparent) }),
      },
      'request',
    );
    done();
  });
}
