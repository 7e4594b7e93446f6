import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { failure } from '@debrief/contracts/failures';
import { freeBytes } from '../free-bytes.ts';
import { RecordingFailure } from '../recording-failure.ts';

export interface SaveOptions {
  file: string;
  maxBytes: number;
  contentType: string;
  signal: AbortSignal;
  onBytes: (count: number) => void;
}

/** Streams a body to a file that only this user may read. @returns its length in bytes */
export async function saveBody(body: Readable, options: SaveOptions): Promise<number> {
  let bytes = 0;
  await using file = await open(options.file, 'w', 0o600);
  for await (const chunk of addAbortSignal(options.signal, body) as AsyncIterable<Buffer>) {
    if (bytes === 0) refuseWebPage(options.contentType, chunk);
    bytes += chunk.length;
    if (bytes > options.maxBytes) throw new RecordingFailure(failure('download_too_large'));
    options.onBytes(chunk.length);
    await file.writeFile(chunk);
    // What one read of the socket brought, and nothing else.
    if (chunk.length === chunk.buffer.byteLength) freeBytes(chunk);
  }
  return bytes;
}

/** The usual mistake is a link to a page that shows the recording, so it has a message of its own. */
function refuseWebPage(contentType: string, start: Buffer): void {
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return;
  if (!/^\uFEFF?\s*</.test(start.toString('utf8', 0, 512))) return;
  throw new RecordingFailure(failure('audio_unsupported', 'the URL answered a web page'));
}
