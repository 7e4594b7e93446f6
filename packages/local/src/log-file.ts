import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';

export interface LogFile {
  readonly file: string;
  /** A descriptor to append by. */
  open(): number;
  /** Stops looking at its size. */
  close(): void;
}

export interface LogLimits {
  maxBytes: number;
  checkMs: number;
}

const LIMITS: LogLimits = { maxBytes: 16 * 1024 * 1024, checkMs: 1_000 };
const CHUNK_BYTES = 1024 * 1024;

/**
 * A log that processes append to by themselves. It stays below a size, plus what is written in a second, with as much of
 * what came before in one older file beside it.
 */
export function logFile(file: string, limits: Partial<LogLimits> = {}): LogFile {
  const { maxBytes, checkMs } = { ...LIMITS, ...limits };
  let timer: NodeJS.Timeout | undefined;
  function keepShort(): void {
    try {
      rotate(file, maxBytes);
    } catch {
      // It is tried again in a second; a log is no reason to end.
    }
  }
  return {
    file,
    open() {
      keepShort();
      timer ??= setInterval(keepShort, checkMs).unref();
      return openSync(file, 'a', 0o600);
    },
    close() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/**
 * Copies and empties the file rather than renaming it: its processes go on writing to the one they have opened. Without
 * a pause between the last read and the cut, which loses what is written in these microseconds.
 */
function rotate(file: string, maxBytes: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxBytes) return;
  const log = openSync(file, 'r+');
  try {
    copyEnd(log, `${file}.1`, size - maxBytes, maxBytes);
  } catch {
    // A disk that is full, for example: the space is worth more than the older log.
  }
  ftruncateSync(log);
  closeSync(log);
}

function copyEnd(log: number, older: string, start: number, maxBytes: number): void {
  const target = openSync(older, 'w', 0o600);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let copied = 0;
    // Twice the size at most: a process may write faster than this copies.
    while (copied < 2 * maxBytes) {
      const count = readSync(log, chunk, 0, CHUNK_BYTES, start + copied);
      if (count === 0) return;
      writeSync(target, chunk, 0, count);
      copied += count;
    }
  } finally {
    closeSync(target);
  }
}
