import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';

/** Serves one file on loopback under a path nobody can guess, so that the worker can download it. */
export async function serveFile(path: string): Promise<{ url: string; close(): void }> {
  const { size } = await stat(path);
  const route = `/${randomUUID()}/${encodeURIComponent(basename(path))}`;
  const server = createServer((request, response) => {
    if (request.url !== route) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
    // A worker that disconnects in the middle downloads the file again.
    pipeline(createReadStream(path), response, () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${route}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
