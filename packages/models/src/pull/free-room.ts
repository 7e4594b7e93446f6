import { statfs } from 'node:fs/promises';
import { ModelError } from '../json-file.ts';

/** Left to others, so that a model does not stop a database beside it. */
const SPARE_BYTES = 16 * 1024 * 1024;

/** @throws ModelError when the disk of a folder has no room for so many bytes more. */
export async function checkRoom(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= neededBytes + SPARE_BYTES) return;
  throw new ModelError(
    `The disk of ${folder} has ${inMegabytes(free)} free, and ${inMegabytes(neededBytes + SPARE_BYTES)} are needed. Free some room, or name a folder on another disk with MODELS_DIR`,
  );
}

export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1e6;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
