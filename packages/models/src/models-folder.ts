import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { ModelError, readJson, writeJson } from './json-file.ts';
import { kinds, type Model, modelSchema } from './model.ts';

export const modelsSettings = {
  MODELS_DIR: Type.Optional(
    Type.String({
      description:
        'Folder of speech models; empty: `debrief/models` in `XDG_DATA_HOME`, or in `~/.local/share`',
    }),
  ),
};

/** The folder of all models, shared between every Debrief of one account on one machine. An absolute path. */
export function modelsFolder(env: Record<string, string | undefined>): string {
  if (env.MODELS_DIR) return path.resolve(env.MODELS_DIR);
  // The specification of XDG_DATA_HOME says to ignore relative paths.
  const data = env.XDG_DATA_HOME ?? '';
  const base = path.isAbsolute(data) ? data : path.join(homedir(), '.local/share');
  return path.join(base, 'debrief/models');
}

/**
 * The model of a folder, whose files are all there.
 * @throws ModelError when it is not one.
 */
export async function readModel(folder: string): Promise<Model> {
  const file = path.join(folder, 'model.json');
  const model = await readJson<Model>(file, modelSchema);
  if (model === null) throw new ModelError(`There is no model in ${folder}: model.json is missing`);
  const { files } = model;
  const missing = kinds[model.kind].files.filter((name) => !Object.hasOwn(files, name));
  if (missing.length > 0) {
    throw new ModelError(`${file} names no file as ${missing.join(', ')}, which a ${model.kind} model needs`);
  }
  for (const name of Object.values(files)) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (!found?.isFile()) throw new ModelError(`${path.join(folder, name)}, which ${file} names, is missing`);
  }
  return model;
}

/** As `model.json` of its folder. */
export async function writeModel(folder: string, model: Model): Promise<void> {
  await writeJson(path.join(folder, 'model.json'), model);
}

export interface FoundModel {
  /** Its folder’s name, by which it is used and removed. */
  readonly name: string;
  /** Null when it cannot be used. */
  readonly model: Model | null;
  /** Why it cannot be used. */
  readonly fault: string | null;
}

/** What is in the folder of models, by name. Folders with a dot at the start are unfinished. */
export async function listModels(modelsDir: string): Promise<FoundModel[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new ModelError(`The folder of models cannot be read: ${error.message}`, { cause: error });
  });
  const names = entries.filter((entry) => !entry.isFile() && !entry.name.startsWith('.'));
  return Promise.all(
    names
      .map(({ name }) => name)
      .sort()
      .map(async (name) => {
        try {
          return { name, model: await readModel(path.join(modelsDir, name)), fault: null };
        } catch (error) {
          return { name, model: null, fault: (error as Error).message };
        }
      }),
  );
}
