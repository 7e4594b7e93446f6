import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from './cleanup.ts';

export type ModelBehaviour = 'hangs' | 'is overloaded' | 'fails' | 'talks nonsense';

/** The API of a language model that behaves badly. */
export interface ModelEndpoint {
  readonly url: string;
  behave(how: ModelBehaviour): void;
}

export async function startModelEndpoint(cleanup: Cleanup): Promise<ModelEndpoint> {
  let behaviour: ModelBehaviour = 'hangs';
  const server = createServer((request, response) => {
    request.resume();
    if (behaviour === 'hangs') return;
    const status = { 'is overloaded': 429, fails: 500, 'talks nonsense': 200 }[behaviour];
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"choices": [{"mess');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    behave: (how) => {
      behaviour = how;
    },
  };
}
