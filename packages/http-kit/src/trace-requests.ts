import { beginTrace, isTracing, type Span, traceIdOf } from '@debrief/tracing/tracing';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request, for the `caller` of what it asks; undefined where it is not traced. */
    traceparent: string | undefined;
  }
}

/**
 * A span of each request, which continues the trace of the client's `traceparent` or begins one. To be called before any
 * hook that asks a service, and after tracing has begun: while it is off, requests pay nothing for it.
 */
export function traceRequests(server: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>): void {
  server.decorateRequest('traceparent', undefined);
  if (!isTracing()) return;
  const spans = new WeakMap<object, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, id, headers } = request;
    const span = beginTrace(method, headers.traceparent, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'debrief.request_id': id },
    });
    if (span.traceparent !== undefined) {
      spans.set(request, span);
      request.traceparent = span.traceparent;
      request.log = request.log.child({ trace_id: traceIdOf(span.traceparent) });
    }
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const span = spans.get(request);
    span?.rename(`${request.method} ${route}`);
    const { statusCode } = reply;
    span?.end(statusCode >= 500 ? { code: String(statusCode) } : undefined, {
      'http.route': route,
      'http.response.status_code': statusCode,
    });
    done();
  });
}
