import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import { startTracing } from '@debrief/tracing/start-tracing';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import t from 'tap';
import { observeRequests } from '../src/request-metrics.ts';
import { traceRequests } from '../src/trace-requests.ts';

/** A server with one route, and the lines of its log. */
function serve() {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const server: FastifyInstance = fastify({
    loggerInstance: createLogger({ name: 'here', level: 'info', destination }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  traceRequests(server);
  observeRequests(server, createMetrics('here'), () => 'integration-1');
  server.get('/calls/:id', async ({ traceparent }) => ({ traceparent }));
  return { server, lines };
}

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

t.test('the line of a request has ids and the route, and nothing that the client wrote', async (t) => {
  const { server, lines } = serve();
  t.teardown(() => server.close());
  const { body } = await server.inject({ url: '/calls/secret?q=secret', headers: { traceparent } });
  t.equal(body, '{}', 'without tracing no request is traced');
  t.match(lines, [
    { msg: 'request', method: 'GET', route: '/calls/:id', status: 200, integration_id: 'integration-1' },
  ]);
  t.notMatch(JSON.stringify(lines), 'secret');
  t.notOk('trace_id' in (lines[0] ?? {}));
});

t.test('the line of a request that is traced names its trace', async (t) => {
  const stop = await startTracing({
    ...{ service: 'here', version: '1', endpoint: 'http://127.0.0.1:1', headers: [], share: 1 },
    log: { info() {}, warn() {} },
  });
  const { server, lines } = serve();
  t.teardown(() => server.close());
  const { body } = await server.inject({ url: '/calls/1', headers: { traceparent } });
  await stop();
  t.match(JSON.parse(body).traceparent, /^00-0af7651916cd43dd8448eb211c80319c-/);
  t.match(lines, [{ msg: 'request', trace_id: '0af7651916cd43dd8448eb211c80319c' }]);
});
