import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cleanup } from './cleanup.ts';

export interface AudioHost {
  /** Two seconds of speech. */
  readonly short: string;
  /** The same at an address of its own. */
  numbered(index: number): string;
  /** When an address was first asked for, by Date.now(). */
  askedAtMs(url: string): number | undefined;
  /** The same, spread evenly over so many seconds. */
  slow(seconds: number): string;
  /** The sample call repeated to so many seconds, as MP3. */
  long(seconds: number): string;
  /** One that no work folder of a row has room for. */
  readonly large: string;
  /** Headers, and then nothing. */
  readonly stalling: string;
  /** A byte a second. */
  readonly dripping: string;
  /** The connection is reset in the middle. */
  readonly resetting: string;
  /** More bytes are announced than come. */
  readonly lying: string;
  /** HTTP 404. */
  readonly missing: string;
}

const sample = fileURLToPath(new URL('../../../samples/sales-call/call.mp3', import.meta.url));
const LARGE_BYTES = 256 * 1024 * 1024;
const SLICES = 20;

/** The place where clients keep their recordings; some of it behaves badly. */
export async function startAudioHost(cleanup: Cleanup, folder: string): Promise<AudioHost> {
  const short = await convert(folder, 'short.wav', ['-i', sample, '-ss', '1', '-t', '2']);
  const longs = new Map<string, Promise<Buffer>>();
  const long = (seconds: string): Promise<Buffer> => {
    const options = ['-stream_loop', '-1', '-i', sample, '-t', seconds, '-c', 'copy'];
    const made = longs.get(seconds) ?? convert(folder, `long-${seconds}.mp3`, options);
    longs.set(seconds, made);
    return made;
  };
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const { url: asking = '' } = request;
    if (!asked.has(asking)) asked.set(asking, Date.now());
    const [, name = '', seconds = ''] = /^\/(\w+)(?:-(\d+))?/.exec(asking) ?? [];
    answer(name, seconds, response, short, long).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    short: `${base}/short.wav`,
    numbered: (index) => `${base}/short-${index}.wav`,
    askedAtMs: (url) => asked.get(new URL(url).pathname),
    slow: (seconds) => `${base}/slow-${seconds}.wav`,
    long: (seconds) => `${base}/long-${seconds}.mp3`,
    large: `${base}/large.wav`,
    stalling: `${base}/stalling.wav`,
    dripping: `${base}/dripping.wav`,
    resetting: `${base}/resetting.wav`,
    lying: `${base}/lying.wav`,
    missing: `${base}/missing.wav`,
  };
}

async function answer(
  name: string,
  seconds: string,
  response: ServerResponse,
  short: Buffer,
  long: (seconds: string) => Promise<Buffer>,
): Promise<void> {
  const head = (length: number) => response.writeHead(200, { 'content-length': length });
  if (name === 'short') head(short.length).end(short);
  else if (name === 'slow') {
    head(short.length);
    for (let slice = 0; slice < SLICES; slice += 1) {
      const at = (index: number) => Math.floor((short.length * index) / SLICES);
      response.write(short.subarray(at(slice), at(slice + 1)));
      await sleep((Number(seconds) * 1000) / SLICES);
    }
    response.end();
  } else if (name === 'long') {
    const audio = await long(seconds);
    head(audio.length).end(audio);
  } else if (name === 'large') {
    await pipeline(largeFile(short), head(LARGE_BYTES));
  } else if (name === 'stalling') head(short.length).write(short.subarray(0, 1000));
  else if (name === 'dripping') {
    head(short.length).write(short.subarray(0, 100));
    for (let at = 100; !response.destroyed; at += 1) {
      await sleep(1000);
      response.write(short.subarray(at, at + 1));
    }
  } else if (name === 'resetting') {
    head(short.length).write(short.subarray(0, 1000));
    await sleep(100);
    response.socket?.resetAndDestroy();
  } else if (name === 'lying') {
    head(short.length * 10).write(short);
    await sleep(100);
    response.destroy();
  } else response.writeHead(404).end();
}

/** A WAV file that goes on with silence. */
function* largeFile(beginning: Buffer): Generator<Buffer> {
  yield beginning;
  const zeros = Buffer.alloc(64 * 1024);
  for (let sent = beginning.length; sent < LARGE_BYTES; sent += zeros.length) {
    yield zeros.subarray(0, LARGE_BYTES - sent);
  }
}

async function convert(folder: string, name: string, options: readonly string[]): Promise<Buffer> {
  const file = path.join(folder, name);
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...options, file]);
  return readFileSync(file);
}
