import { type Readable, Transform } from 'node:stream';

/** Bytes from `start` up to and including `end`, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface AudioPiece {
  readonly stream: Readable;
  /** Of the whole file. */
  readonly bytes: number;
}

/** Where kept audio lies. Every call fails within its time when the store does not answer. */
export interface AudioStore {
  /** For operators: an address without secrets. */
  readonly place: string;
  /** The folder, where it is one: its disk may become full. */
  readonly folder: string | null;
  /**
   * Stores a file of this machine, or what comes in a stream, whole or not at all.
   * @param onProgress for each piece that is on its way.
   */
  write(
    key: string,
    source: string | Readable,
    options: { signal: AbortSignal; onProgress: () => void },
  ): Promise<void>;
  /** The file, or a part of it within its length; null when there is none. */
  read(key: string, range?: ByteRange): Promise<AudioPiece | null>;
  /** Up to a thousand names that begin with the prefix and come after `after`, in the order of their bytes. */
  list(prefix: string, after?: string): Promise<string[]>;
  /** Deletes what there is of them. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

/** The name of the file that says whose store it is. */
export const MARKER = 'debrief-audio-store';
export const LIST_MAX = 1000;

/** The id that the store carries; null where nothing says so. */
export async function readMarker(store: AudioStore): Promise<string | null> {
  const piece = await store.read(MARKER);
  if (piece === null) return null;
  let text = '';
  for await (const chunk of piece.stream) {
    text += chunk;
    if (text.length > 100) break;
  }
  return text.trim();
}

/** Passes bytes on, and says so. */
export function watched(onProgress: () => void): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      onProgress();
      done(null, chunk);
    },
  });
}
