import path from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { ModelError, readJson, writeJson } from './json-file.ts';
import { MODEL_NAME_PATTERN, type Model, type Role, roleOf, roles } from './model.ts';
import { readModel } from './models-folder.ts';

const name = Type.Optional(Type.String({ pattern: MODEL_NAME_PATTERN }));

/** `in-use.json` in the folder of models: the name of the one that is used, for each role that has one. */
export const inUseSchema = Type.Object(
  { recognizer: name, vad: name, segmentation: name, embedding: name, punctuation: name } satisfies Record<
    Role,
    typeof name
  >,
  { additionalProperties: false },
);
export type InUse = Static<typeof inUseSchema>;

const fileIn = (modelsDir: string): string => path.join(modelsDir, 'in-use.json');

/** Empty when nothing has been chosen. @throws ModelError when the file is not valid. */
export async function readInUse(modelsDir: string): Promise<InUse> {
  return (await readJson<InUse>(fileIn(modelsDir), inUseSchema)) ?? {};
}

export async function writeInUse(modelsDir: string, inUse: InUse): Promise<void> {
  await writeJson(fileIn(modelsDir), inUse);
}

export interface ModelInUse {
  /** Absolute path of its folder; the files of the model are in it. */
  readonly folder: string;
  readonly model: Model;
}

/**
 * The model that is used for a role, read anew, so that a running worker takes another one without a restart.
 * @returns null when none is used.
 * @throws ModelError when the one that is named cannot be used.
 */
export async function findModelInUse(modelsDir: string, role: Role): Promise<ModelInUse | null> {
  const chosen = (await readInUse(modelsDir))[role];
  if (chosen === undefined) return null;
  const folder = path.join(modelsDir, chosen);
  const model = await readModel(folder);
  if (roleOf(model.kind) !== role) {
    throw new ModelError(
      `${fileIn(modelsDir)} names ${chosen} as ${role}, but it is a ${model.kind} model: choose another with debrief models use`,
    );
  }
  return { folder, model };
}

/** The roles a model is used for. */
export function rolesOf(inUse: InUse, model: string): Role[] {
  return roles.filter((role) => inUse[role] === model);
}
