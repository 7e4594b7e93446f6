import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { untilHealthy } from '../../src/start/until-healthy.ts';

const goOn = new AbortController().signal;

function appAt(health_url: string | null) {
  const process = health_url === null ? null : { name: 'ingest', pid: 1, health_url };
  return { name: 'ingest', logFile: '/data/logs/ingest.log', process: () => process };
}

t.test('an app is waited for while its readiness says no', async (t) => {
  const answers = [503, 503, 200];
  let asked = 0;
  const server = createServer((_request, response) => {
    response.statusCode = answers[asked++] ?? 200;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  await untilHealthy(appAt(`http://127.0.0.1:${port}/readyz`), goOn);
  t.equal(asked, 3);
});

t.test('an app that does not get ready is named, with its log', async (t) => {
  const message = 'ingest is not ready. Its log: /data/logs/ingest.log';
  await t.rejects(untilHealthy(appAt(null), goOn, 100), { message });
  await t.rejects(untilHealthy(appAt('http://127.0.0.1:1/readyz'), goOn, 100), { message });
});

t.test('nobody is waited for when Debrief stops', async () => {
  await untilHealthy(appAt(null), AbortSignal.abort());
});
