import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { startTracing } from '../src/start-tracing.ts';
import { beginTrace, currentTraces, inSpans, inTraces, startSpan, traceIdOf } from '../src/tracing.ts';

const client = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const settings = { service: 'ingest', version: '1.2.3', headers: ['x-token=secret='], share: 1 };

interface Exported {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** A collector on loopback that answers with the status it is told. */
async function collector(t: Test) {
  const spans: Exported[] = [];
  const tokens = new Set<unknown>();
  let status = 200;
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Exported[] }[] }[] };
    tokens.add(request.headers['x-token']);
    if (status === 200)
      for (const { scopeSpans } of body.resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { endpoint, spans, tokens, answer: (next: number) => (status = next) };
}

/** Lines of a log, by level. */
function logged() {
  const lines: string[] = [];
  return {
    lines,
    log: {
      info: (_: object, message: string) => void lines.push(message),
      warn: (_: object, message: string) => void lines.push(message),
    },
  };
}

t.test('without an endpoint nothing is traced, and work runs as it is', async (t) => {
  const stop = await startTracing({ ...settings, endpoint: undefined, ...logged() });
  t.equal(beginTrace('GET', client, {}).traceparent, undefined);
  t.equal(startSpan('work', client, {}).traceparent, undefined);
  const within = await inSpans('work', [client], {}, async () => inTraces([client], currentTraces));
  t.strictSame(within, []);
  await stop();
});

t.test('spans reach the collector as one trace, with the code of what went wrong', async (t) => {
  const { endpoint, spans, tokens } = await collector(t);
  const stop = await startTracing({ ...settings, endpoint, ...logged() });
  const request = beginTrace('POST', client, { kind: 'server' });
  t.equal(traceIdOf(request.traceparent ?? ''), '0af7651916cd43dd8448eb211c80319c');
  const failing = inSpans('statement', [request.traceparent, null], { kind: 'client' }, async () => {
    t.strictSame(currentTraces().map(traceIdOf), [traceIdOf(client)], 'code knows for whom it runs');
    throw Object.assign(new Error('a secret'), { code: '57014' });
  });
  await t.rejects(failing, { code: '57014' });
  request.rename('POST /calls');
  request.end(undefined, { 'http.response.status_code': 202 });
  await stop();

  t.strictSame(
    spans.map(({ name, traceId }) => [name, traceId]),
    ['statement', 'POST /calls'].map((name) => [name, traceIdOf(client)]),
  );
  const [statement, post] = spans;
  t.equal(post?.parentSpanId, 'b7ad6b7169203331');
  t.equal(statement?.parentSpanId, post?.spanId);
  t.equal(statement?.status.code, 2);
  t.match(statement?.attributes, [{ key: 'error.type', value: { stringValue: '57014' } }]);
  t.notMatch(JSON.stringify(spans), 'a secret');
  t.strictSame([...tokens], ['secret=']);
  t.equal(beginTrace('POST', client, {}).traceparent, undefined, 'after the end nothing is traced');
});

t.test('a header that is no trace begins one, and only a share of the requests is traced', async (t) => {
  const { endpoint, spans } = await collector(t);
  const all = await startTracing({ ...settings, endpoint, ...logged() });
  const span = beginTrace('GET', 'not a trace', {});
  t.match(span.traceparent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  span.end({ code: '503' });
  await all();
  t.match(spans, [{ name: 'GET', status: { code: 2 } }]);
  t.notOk(spans[0]?.parentSpanId);

  const none = await startTracing({ ...settings, share: 0, endpoint, ...logged() });
  t.equal(beginTrace('GET', client, {}).traceparent, undefined);
  t.not(startSpan('work', client, {}).traceparent, undefined, 'what is in a trace already stays in it');
  await none();
});

t.test('a burst is sent to the end, and what the queue has no room for is said to be dropped', async (t) => {
  const { endpoint, spans } = await collector(t);
  const { log, lines } = logged();
  const stop = await startTracing({ ...settings, endpoint, log });
  const burst = (count: number) => {
    for (let index = 0; index < count; index += 1) beginTrace('GET', undefined, {}).end();
  };
  burst(16_000);
  t.ok(await until(() => spans.length === 16_000));
  burst(20_000);
  await until(() => spans.length > 32_000);
  burst(1);
  await stop();
  t.ok(spans.length > 32_000 && spans.length < 36_001);
  t.match(lines, [/^Dropped \d+ spans because maxQueueSize reached$/]);
});

t.test('a collector that refuses costs spans, and a line when it begins and when it ends', async (t) => {
  const { endpoint, spans, answer } = await collector(t);
  const { log, lines } = logged();
  const stop = await startTracing({ ...settings, endpoint, log });
  answer(400);
  beginTrace('lost', undefined, {}).end();
  await t.resolves(until(() => lines.length === 1));
  answer(200);
  beginTrace('kept', undefined, {}).end();
  await t.resolves(until(() => lines.length === 2));
  await stop();
  t.strictSame(lines, [
    'the collector does not take traces; they are dropped',
    'the collector takes traces again',
  ]);
  t.strictSame(
    spans.map(({ name }) => name),
    ['kept'],
  );
});

async function until(isTrue: () => boolean): Promise<boolean> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
  return true;
}
