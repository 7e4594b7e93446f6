import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { readInUse, rolesOf, writeInUse } from './in-use.ts';
import { ModelError } from './json-file.ts';
import { MODEL_NAME_PATTERN, type Role } from './model.ts';
import { listModels } from './models-folder.ts';
import { isNoRoom } from './pull/pull-errors.ts';
import { takePullLock } from './pull/pull-lock.ts';

/**
 * Deletes a model, also a broken one, and what a pull of it has left.
 * @returns the roles it was used for, which have none now.
 * @throws ModelError when there is none of that name.
 */
export async function removeModel(modelsDir: string, name: string): Promise<Role[]> {
  const found = (await listModels(modelsDir)).map((one) => one.name);
  if (!new RegExp(MODEL_NAME_PATTERN).test(name) || !found.includes(name)) {
    const there = found.length === 0 ? 'There are none' : `There are: ${found.join(', ')}`;
    throw new ModelError(`There is no model ${JSON.stringify(name)} in ${modelsDir}. ${there}`);
  }
  using _lock = takePullLock(modelsDir);
  const inUse = await readInUse(modelsDir);
  const roles = rolesOf(inUse, name);
  const rest = Object.fromEntries(Object.entries(inUse).filter(([, model]) => model !== name));
  let isForgotten = roles.length === 0;
  try {
    if (!isForgotten) await writeInUse(modelsDir, rest);
    isForgotten = true;
  } catch (error) {
    // The model makes room for it.
    if (!isNoRoom(error)) throw error;
  }
  // Gone at once for readers, however long deleting takes.
  const gone = path.join(modelsDir, `.${name}.old`);
  await rm(gone, { recursive: true, force: true });
  await rename(path.join(modelsDir, name), gone);
  await rm(gone, { recursive: true, force: true });
  await rm(path.join(modelsDir, `.${name}.part`), { recursive: true, force: true });
  if (!isForgotten) await writeInUse(modelsDir, rest);
  return roles;
}
