import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';

export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new CommandError(`${path} is not readable as JSON: ${(cause as Error).message}`, { cause });
  }
}
