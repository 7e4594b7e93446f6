import { beginTrace, type Span, traceIdOf } from '@debrief/tracing/tracing';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request, for the `caller` of what it asks; undefined where it is not traced. */
    traceparent: string | undefined;
  }
}

/**
 * A span of each request, which continues the trace of the client's `traceparent` or begins one. To be called before any
 * hook that asks a service.
 */
export function traceRequests(server: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>): void {
  const spans = new WeakMap<object, Span>();
  server.decorateRequest('traceparent', undefined);
  server.addHook('onRequest', async (request) => {
    const { method, id, headers } = request;
    const span = beginTrace(method, headers.traceparent, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'debrief.request_id': id },
    });
    if (span.traceparent === undefined) return;
    spans.set(request, span);
    request.traceparent = span.traceparent;
    request.log = request.log.child({ trace_id: traceIdOf(span.traceparent) });
  });
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    if (span === undefined) return;
    const route = request.routeOptions.url ?? 'unknown';
    span.rename(`${request.method} ${route}`);
    const { statusCode } = reply;
    span.end(statusCode >= 500 ? { code: String(statusCode) } : undefined, {
      'http.route': route,
      'http.response.status_code': statusCode,
    });
  });
}
