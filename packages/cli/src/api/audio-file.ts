import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';

const DOWNLOAD_TIMEOUT_MS = 300_000;
/** The worker's default limit. */
const DOWNLOAD_MAX_BYTES = 1024 ** 3;
const PROBE_TIMEOUT_MS = 30_000;

/** @throws CommandError when the file is missing, unreadable or empty. */
export async function assertReadable(path: string): Promise<void> {
  const reason = await readFault(path);
  if (reason !== null) throw new CommandError(`${path} ${reason}`);
}

async function readFault(path: string): Promise<string | null> {
  try {
    await using file = await open(path, 'r');
    const stats = await file.stat();
    if (stats.isDirectory()) return 'is a folder, not a recording';
    return stats.size === 0 ? 'is empty' : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
  }
}

/**
 * Length of a recording in seconds, as its container says.
 * @throws CommandError when it is not audio.
 */
export async function durationOf(path: string): Promise<number> {
  const args = [
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-show_entries',
    'format=duration',
    '-of',
    'json',
    `file:${path}`,
  ];
  let output: string;
  try {
    ({ stdout: output } = await promisify(execFile)('ffprobe', args, { timeout: PROBE_TIMEOUT_MS }));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new CommandError(
        'ffprobe was not found. Install ffmpeg, for example with: apt-get install ffmpeg',
        {
          cause,
        },
      );
    }
    throw new CommandError(notARecording(path), {
      cause,
    });
  }
  const { format } = JSON.parse(output) as { format?: { duration?: string } };
  const seconds = Number(format?.duration);
  if (!(seconds > 0)) throw new CommandError(notARecording(path));
  return Math.round(seconds * 100) / 100;
}

function notARecording(path: string): string {
  return `${path} is not a readable recording. Use MP3, WAV, M4A or OGG.`;
}

/** SHA-256 of a file in hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Downloads a recording for inspection and removes it afterwards. */
export async function withDownload<T>(url: string, body: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'debrief-'));
  try {
    const path = join(folder, 'recording');
    const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) }).catch(
      (cause: unknown) => {
        throw new CommandError(`${url} cannot be downloaded. Check the address.`, { cause });
      },
    );
    if (!response.ok || response.body === null)
      throw new CommandError(`${url} cannot be downloaded: HTTP ${response.status}`);
    await pipeline(
      Readable.fromWeb(response.body),
      limitTo(DOWNLOAD_MAX_BYTES, url),
      createWriteStream(path),
    );
    return await body(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function limitTo(maxBytes: number, url: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new CommandError(`${url} is larger than ${maxBytes / 1024 ** 2} MiB`));
      else done(null, chunk);
    },
  });
}
