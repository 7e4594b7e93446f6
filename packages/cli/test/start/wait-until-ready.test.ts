import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { waitUntilReady } from '../../src/start/wait-until-ready.ts';

const neverAborted = new AbortController().signal;

function appAt(health_url: string | null) {
  const process = health_url === null ? null : { name: 'ingest', pid: 1, health_url };
  return { name: 'ingest', logFile: '/data/logs/ingest.log', process: () => process };
}

t.test('an app is polled until its readiness check passes', async (t) => {
  const answers = [503, 503, 200];
  let asked = 0;
  const server = createServer((_request, response) => {
    response.statusCode = answers[asked++] ?? 200;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  await waitUntilReady(appAt(`http://127.0.0.1:${port}/readyz`), neverAborted);
  t.equal(asked, 3);
});

t.test('an app that does not become ready is named, with its log', async (t) => {
  const message = 'ingest is not ready after 0.1 s. Its log: /data/logs/ingest.log';
  await t.rejects(waitUntilReady(appAt(null), neverAborted, 100), { message });
  await t.rejects(waitUntilReady(appAt('http://127.0.0.1:1/readyz'), neverAborted, 100), { message });
});

t.test('the wait ends when Debrief stops', async (t) => {
  await t.rejects(waitUntilReady(appAt(null), AbortSignal.abort()), { name: 'AbortError' });
});
