import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { violationsOf } from '@debrief/contracts/violations';
import type { TSchema } from '@sinclair/typebox';

/** A model or a list of models that cannot be used as it is: says which, and what to do. */
export class ModelError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
  }
}

/**
 * What a JSON file holds, checked; null when there is none.
 * @throws ModelError for a file that cannot be read or is not as its schema says.
 */
export async function readJson<T>(file: string, schema: TSchema): Promise<T | null> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new ModelError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const violations = violationsOf(schema, value).map((text) => text.replace(/^The body/, 'it'));
  if (violations.length > 0) throw new ModelError(`${file} is not valid: ${violations.join('; ')}`);
  return value as T;
}

/** Readers see what was before or what is written, never a part. */
export async function writeJson(file: string, value: object): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(part, 'wx', 0o644);
    try {
      await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`);
      // Without it a loss of power may leave an empty file under the new name.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
