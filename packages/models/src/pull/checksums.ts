import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** What the publisher says a file is, by the headers of its own host. */
export interface Stated {
  sha256: string | null;
  /** Git's id of the content: SHA-1 over a header and the content. */
  gitBlob: string | null;
}

export const nothingStated: Stated = { sha256: null, gitBlob: null };

/**
 * Hugging Face answers an address of a file with `x-linked-etag`, its SHA-256, when the file is a large one, else with
 * the id that Git gives it as `etag` (huggingface_hub, `get_hf_file_metadata`).
 */
export function statedByHeaders(headers: Readonly<Record<string, string | undefined>>): Stated {
  const value = (headers['x-linked-etag'] ?? headers.etag ?? '').replace(/^W\//, '').replaceAll('"', '');
  return {
    sha256: headers['x-linked-etag'] !== undefined && /^[0-9a-f]{64}$/.test(value) ? value : null,
    gitBlob: /^[0-9a-f]{40}$/.test(value) ? value : null,
  };
}

export async function sha256Of(file: string, signal?: AbortSignal): Promise<string> {
  return hash(createHash('sha256'), file, signal);
}

export async function gitBlobOf(file: string, signal?: AbortSignal): Promise<string> {
  const { size } = await stat(file);
  return hash(createHash('sha1').update(`blob ${size}\0`), file, signal);
}

async function hash(hash: Hash, file: string, signal?: AbortSignal): Promise<string> {
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash, { signal });
  return hash.digest('hex');
}

/** The sum of a file in a publisher's list of them, a line `NAME<tab>SHA-256` each; null when it lists none. */
export function listedChecksum(list: string, name: string): string | null {
  for (const line of list.split('\n')) {
    const [listed, sum = ''] = line.trim().split(/\s+/);
    if (listed === name && /^[0-9a-f]{64}$/.test(sum)) return sum;
  }
  return null;
}
