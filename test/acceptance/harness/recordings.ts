import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Test } from 'tap';

const sampleFolder = new URL('../../../samples/sales-call/', import.meta.url);
const sampleFile = fileURLToPath(new URL('call.mp3', sampleFolder));

/** The body that submits the bundled sample; tests give their own recording_id and URL. */
export async function sampleSubmission(change: Record<string, unknown>): Promise<Record<string, unknown>> {
  const submission = JSON.parse(await readFile(new URL('submission.json', sampleFolder), 'utf8'));
  return { ...submission, ...change };
}

/** Converts a part of the sample; the format follows the file's ending. */
export async function convertSample(folder: string, name: string, ...options: string[]): Promise<string> {
  const file = join(folder, name);
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', sampleFile, ...options, file]);
  return file;
}

/** From and to, in seconds of the sample. */
type Spans = readonly (readonly [number, number])[];
/** Sentences of both, and a second turn of the contact, without which nothing is rated. */
export const RATED_CALL: Spans = [
  [1, 4.8],
  [12.1, 13.5],
  [13.75, 14.4],
  [68.4, 71.3],
];

/**
 * These parts of the sample, and silence up to so many seconds: recognising a second of speech takes half a second of
 * computing.
 */
export function cutSample(folder: string, name: string, spans: Spans, seconds: number): Promise<string> {
  const kept = spans.map(([from, to]) => `between(t,${from},${to})`).join('+');
  const filter = `aselect='${kept}',asetpts=N/SR/TB,apad`;
  return convertSample(folder, name, '-af', filter, '-t', String(seconds), '-q:a', '2');
}

/** A host whose recordings never end: 40 KB a second of something. */
export async function serveEndlessly(t: Test): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    const timer = setInterval(() => response.write(Buffer.alloc(4_000, 'noise ')), 100);
    response.on('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/call.mp3`;
}

/** An HTTP server that stands for the place where a client keeps its recordings. */
export async function serveRecordings(
  t: Test,
  routes: Record<string, { file: string } | { status: number; type?: string; body: string }>,
): Promise<string> {
  const server = createServer((request, response) => {
    const route = routes[request.url ?? ''] ?? { status: 404, body: 'no such recording' };
    if ('file' in route) {
      createReadStream(route.file).pipe(response);
      return;
    }
    response.writeHead(route.status, { 'content-type': route.type ?? 'text/plain' }).end(route.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
