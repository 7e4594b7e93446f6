import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import type { Test } from 'tap';

/** A server on loopback with one model, and a manifest that names it as the default. */
export interface ModelServer {
  readonly env: { MODELS_DIR: string; MODELS_MANIFEST: string };
  readonly modelsDir: string;
  readonly content: Buffer;
  /** Paths, each with its range. */
  readonly asked: string[];
  /** Sends so much of the model, and no more until it is null. */
  stallAfter: number | null;
}

export async function startModelServer(
  t: Test,
  o: { bytes?: number; isChunked?: boolean; certificate?: { cert: string; key: string } } = {},
) {
  const content = randomBytes(o.bytes ?? 200_000);
  const asked: string[] = [];
  const state: { stallAfter: number | null } = { stallAfter: null };
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
  const listener: RequestListener = (request, response) => {
    asked.push([request.url, request.headers.range].filter(Boolean).join(' '));
    if (request.url === '/tokens.txt') return void response.end('<blk> 0\n');
    const [, start = '0'] = /bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    const from = Number(start);
    const body = content.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      ...(o.isChunked ? {} : { 'content-length': String(body.length) }),
      ...(from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
    });
    if (state.stallAfter === null) response.end(body);
    else response.write(body.subarray(0, state.stallAfter));
  };
  const { certificate } = o;
  const port = await listen(
    t,
    certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener),
  );
  const root = t.testdir({});
  const modelsDir = path.join(root, 'models');
  const manifest = path.join(root, 'manifest.json');
  writeFileSync(
    manifest,
    JSON.stringify(manifestOf(certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`)),
  );
  const env = { MODELS_DIR: modelsDir, MODELS_MANIFEST: manifest };
  return Object.assign(state, { env, modelsDir, content, asked, root }) satisfies ModelServer;
}

function manifestOf(url: string): object {
  const rest = { bytes: null, sha256: null, source: 'test' };
  const download = (file: string, size: string) => ({ file, urls: [`${url}/${file}`], size, ...rest });
  const tiny = {
    ...{ name: 'tiny', kind: 'ctc', languages: ['en'], licence: 'CC0-1.0', source: 'https://example.com' },
    ...{ summary: 'A tiny model', default: true, archive: null },
    files: { model: 'model.onnx', tokens: 'tokens.txt' },
    downloads: [download('model.onnx', '200 kB'), { ...download('tokens.txt', '0.1K'), bytes: 8 }],
  };
  return { models: [tiny, { ...tiny, name: 'other', default: false }] };
}

/** A proxy for addresses of http, which it is asked for whole, and of https, for which it makes a tunnel. */
export async function startProxy(t: Test): Promise<{ url: string; carried: string[] }> {
  const carried: string[] = [];
  const server = createServer((request, response) => {
    carried.push(request.url ?? '');
    const { headers } = request;
    httpRequest(request.url ?? '', { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  server.on('connect', (request, socket) => {
    carried.push(`tunnel to ${request.url}`);
    const { hostname, port } = new URL(`https://${request.url}`);
    const through = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    for (const one of [socket, through]) one.on('error', () => through.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(t, server)}`, carried };
}

async function listen(t: Test, server: Server | SecureServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
