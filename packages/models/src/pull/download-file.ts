import { open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { type Download, wrongSize } from '../manifest.ts';
import { gitBlobOf, type Stated, sha256Of } from './checksums.ts';
import { checkRoom } from './free-room.ts';
import { type Part, readPart, removePart, validatorOf, writePartNote } from './part-file.ts';
import { AddressFailure, diskError, TransientFailure, WrongFile } from './pull-errors.ts';
import { type FileResponse, networkFailure, requestFile } from './request-file.ts';

export interface Network {
  dispatcher: Dispatcher;
  signal: AbortSignal;
  /** Waits before each further try at a file of which something has come; as many tries in a row may fail. */
  retryDelaysMs: readonly number[];
  /** What failed, and after how many milliseconds it is tried again. */
  onRetry?: (failure: string, delayMs: number) => void;
}

export interface FileRequest extends Network, Pick<Download, 'bytes' | 'size' | 'sha256'> {
  url: string;
  /** The file that grows. Stays when this fails, so that the next try goes on with it. */
  part: string;
  onProgress: (bytes: number, totalBytes: number | null) => void;
}

export interface DownloadedFile {
  sha256: string;
  stated: Stated;
  /** Whether the content is what the answering host says it is. */
  isAsStated: boolean;
}

/**
 * Downloads a file, going on with what has come before, and checks it.
 * @throws AddressFailure when this address does not give the file; ModelError for a full disk.
 */
export async function downloadFile(o: FileRequest): Promise<DownloadedFile> {
  let failures = 0;
  for (;;) {
    const kept = await readPart(o.part);
    const progress = { received: 0 };
    try {
      const stated = await fetchRest(o, kept, progress);
      return await checkFile(o, stated);
    } catch (error) {
      o.signal.throwIfAborted();
      if (error instanceof WrongFile) {
        await removePart(o.part);
        // The server may have another file by now than the one that the kept part is of.
        if (kept === null) throw error;
        continue;
      }
      if (!(error instanceof TransientFailure)) throw diskError(error, path.dirname(o.part));
      const hasSome = kept !== null || progress.received > 0;
      if (error.isUnreachable && !hasSome) throw error;
      // A slow but moving download may be cut off any number of times.
      if (progress.received >= 1024 * 1024) failures = 0;
      const delayMs = o.retryDelaysMs[failures];
      if (delayMs === undefined) throw error;
      failures += 1;
      o.onRetry?.(error.message, delayMs);
      await sleep(delayMs, undefined, { signal: o.signal });
    }
  }
}

async function fetchRest(o: FileRequest, found: Part | null, progress: { received: number }) {
  const { url, part } = o;
  const validator = found === null ? null : validatorOf(found);
  // Without anything that names its state, only a checksum tells whether the two parts are of one file.
  const kept = found?.url === url && (validator !== null || o.sha256 !== null) ? found : null;
  const headers: Record<string, string> = {};
  if (kept !== null) headers.range = `bytes=${kept.bytes}-`;
  if (kept !== null && validator !== null) headers['if-range'] = validator;
  const response = await requestFile({ ...o, headers });
  try {
    const from = await startOf(o, response, kept);
    if (from === null) return response.stated;
    const totalBytes = totalOf(response, from);
    if (totalBytes !== null) checkSize(o, totalBytes);
    await checkRoom(path.dirname(part), Math.max(0, (totalBytes ?? o.bytes ?? from) - from));
    const { etag = null, 'last-modified': lastModified = null } = response.headers;
    if (from === 0) await writePartNote(part, { url, etag, lastModified });
    const size = await save(o, response, { from, totalBytes, progress });
    if (totalBytes !== null && size < totalBytes) throw new TransientFailure(`${url} ended early`);
    // A server that names no length may send a page, or half of the file.
    checkSize(o, size);
    return response.stated;
  } finally {
    response.body.on('error', () => {}).destroy();
  }
}

function checkSize(o: FileRequest, bytes: number): void {
  const fault = wrongSize(o, bytes);
  if (fault !== null) throw new WrongFile(`${o.url} ${fault}`);
}

/**
 * Where in the file the body begins; null when everything has come already.
 * @throws AddressFailure for an answer that is no file.
 */
async function startOf(o: FileRequest, response: FileResponse, kept: Part | null): Promise<number | null> {
  const { status, headers } = response;
  if (status === 200 && /^text\/html\b/i.test(headers['content-type'] ?? '')) {
    throw new AddressFailure(`${o.url} answers with a web page, as networks do that want a sign-in first`);
  }
  if (status === 200) return 0;
  if (status === 206 && kept !== null) {
    const [, start] = /^bytes (\d+)-/.exec(headers['content-range'] ?? '') ?? [];
    if (Number(start) === kept.bytes) return kept.bytes;
  }
  if (status === 416 && kept !== null && headers['content-range'] === `bytes */${kept.bytes}`) return null;
  if (status === 206 || status === 416) {
    await removePart(o.part);
    throw new TransientFailure(`${o.url} answers another part than was asked for`);
  }
  const answer = `${o.url} answers ${status}`;
  if (status === 408 || status === 425 || status === 429 || status >= 500) throw new TransientFailure(answer);
  throw new AddressFailure(answer);
}

function totalOf({ status, headers }: FileResponse, from: number): number | null {
  if (status === 206) {
    const [, total] = /\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    return total === undefined ? null : Number(total);
  }
  const length = headers['content-length'];
  return length === undefined ? null : from + Number(length);
}

async function save(
  o: FileRequest,
  { body }: FileResponse,
  at: { from: number; totalBytes: number | null; progress: { received: number } },
): Promise<number> {
  const { from, totalBytes, progress } = at;
  const most = o.bytes ?? totalBytes ?? Number.POSITIVE_INFINITY;
  const file = await open(o.part, from === 0 ? 'w' : 'r+');
  let size = from;
  try {
    for await (const chunk of readChunks(body, o)) {
      if (size + chunk.length > most) throw new WrongFile(`${o.url} has more than ${most} bytes`);
      await file.write(chunk, 0, chunk.length, size);
      size += chunk.length;
      progress.received += chunk.length;
      o.onProgress(size, totalBytes ?? o.bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return size;
}

/** The body; what goes wrong with it is of the network. */
async function* readChunks(body: FileResponse['body'], o: FileRequest): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    let next: IteratorResult<Buffer>;
    try {
      next = await chunks.next();
    } catch (error) {
      o.signal.throwIfAborted();
      throw networkFailure(error, o.url);
    }
    if (next.done === true) return;
    yield next.value;
  }
}

async function checkFile(o: FileRequest, stated: Stated): Promise<DownloadedFile> {
  const sha256 = await sha256Of(o.part, o.signal);
  for (const expected of [o.sha256, stated.sha256]) {
    if (expected !== null && sha256 !== expected) {
      throw new WrongFile(`What ${o.url} sent has the SHA-256 ${sha256}, and should have ${expected}`);
    }
  }
  const isAsStated =
    stated.sha256 === sha256 ||
    (stated.gitBlob !== null && stated.gitBlob === (await gitBlobOf(o.part, o.signal)));
  return { sha256, stated, isAsStated };
}
