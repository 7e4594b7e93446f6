import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { ModelError, readJson, writeJson } from '../json-file.ts';

const schema = Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' }));

/**
 * The SHA-256 of files whose publisher states none, by address, as they were when they first came: a later pull that
 * gets something else does not pass unseen.
 * @throws ModelError when it is another, unless `acceptNew`.
 */
export async function checkFirstUse(o: {
  modelsDir: string;
  /** The publisher’s, also where a mirror sent it. */
  url: string;
  sha256: string;
  acceptNew: boolean;
}): Promise<void> {
  const file = path.join(o.modelsDir, 'first-use.json');
  const known = (await readJson<Record<string, string>>(file, schema)) ?? {};
  const before = known[o.url];
  if (before === o.sha256) return;
  if (before !== undefined && !o.acceptNew) {
    throw new ModelError(
      `${o.url} is not what it was when it was first pulled: its SHA-256 was ${before} and is ${o.sha256}. If its publisher has changed it, pull it with --accept-new`,
    );
  }
  await writeJson(file, { ...known, [o.url]: o.sha256 });
}
