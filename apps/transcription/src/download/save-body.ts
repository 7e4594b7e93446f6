import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure } from '@debrief/contracts/failures';
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
  async function* checked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (bytes === 0) refuseWebPage(options.contentType, chunk);
      bytes += chunk.length;
      if (bytes > options.maxBytes) throw new RecordingFailure(failure('download_too_large'));
      options.onBytes(chunk.length);
      yield chunk;
    }
  }
  const file = createWriteStream(options.file, { mode: 0o600 });
  await pipeline(body, checked, file, { signal: options.signal });
  return bytes;
}

/** The usual mistake is a link to a page that shows the recording, so it has a message of its own. */
function refuseWebPage(contentType: string, start: Buffer): void {
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return;
  if (!/^\uFEFF?\s*</.test(start.toString('utf8', 0, 512))) return;
  throw new RecordingFailure(failure('audio_unsupported', 'the URL answered a web page'));
}
