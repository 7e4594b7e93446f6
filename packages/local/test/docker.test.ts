import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import t, { type Test } from 'tap';
import { isDockerReachable } from '../src/docker.ts';
import { temporaryDataDir } from './starter.ts';

async function withEngine(t: Test, answer: RequestListener): Promise<void> {
  const socket = path.join(temporaryDataDir(t), 'docker.sock');
  const engine = createServer(answer);
  await new Promise<void>((resolve) => engine.listen(socket, resolve));
  const before = process.env.DOCKER_HOST;
  process.env.DOCKER_HOST = `unix://${socket}`;
  t.teardown(() => {
    if (before === undefined) delete process.env.DOCKER_HOST;
    else process.env.DOCKER_HOST = before;
    engine.closeAllConnections();
    engine.close();
  });
}

t.test('a Docker engine is reachable when it answers a ping', async (t) => {
  await withEngine(t, (request, response) =>
    response.writeHead(request.url === '/_ping' ? 200 : 404).end('OK'),
  );
  t.equal(await isDockerReachable(), true);
});

t.test('a Docker engine that keeps silent, or is broken, is not', async (t) => {
  await withEngine(t, () => {});
  t.equal(await isDockerReachable(), false);
  await withEngine(t, (_, response) => response.writeHead(503).end());
  t.equal(await isDockerReachable(), false);
});
