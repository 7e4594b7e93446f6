import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ModelError } from './json-file.ts';
import { type Kind, kinds, MODEL_NAME_PATTERN, type Model } from './model.ts';
import { readModel, writeModel } from './models-folder.ts';
import { sha256Of } from './pull/checksums.ts';
import { checkRoom } from './pull/free-room.ts';
import { diskError } from './pull/pull-errors.ts';
import { takePullLock } from './pull/pull-lock.ts';
import { putInPlace } from './pull/pull-models.ts';

export interface OwnModelOptions {
  modelsDir: string;
  /** The folder with its files. */
  from: string;
  /** What it is; not needed where the folder has a `model.json`. */
  kind?: Kind | undefined;
  languages?: readonly string[] | undefined;
  /** The folder's name when not given. */
  name?: string | undefined;
  signal: AbortSignal;
}

/**
 * Puts a copy of one's own model in place: only the folder of models is shown to engines.
 * @throws ModelError when the folder holds no model of that kind.
 */
export async function addOwnModel(o: OwnModelOptions): Promise<Model> {
  const model = await describe(o);
  await mkdir(o.modelsDir, { recursive: true }).catch((error) => {
    throw diskError(error, o.modelsDir);
  });
  using _lock = takePullLock(o.modelsDir);
  const folder = path.join(o.modelsDir, `.${model.name}.part`);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    const names = [...new Set(Object.values(model.files))];
    const sizes = await Promise.all(names.map((name) => stat(path.join(o.from, name))));
    await checkRoom(
      o.modelsDir,
      sizes.reduce((sum, { size }) => sum + size, 0),
    );
    const sha256: Record<string, string> = {};
    for (const name of names) {
      const target = path.join(folder, name);
      await copyFile(path.join(o.from, name), target, constants.COPYFILE_FICLONE);
      sha256[name] = await sha256Of(target, o.signal);
    }
    const own: Model = { ...model, sha256, verified: 'first use' };
    await writeModel(folder, own);
    await readModel(folder);
    await putInPlace(folder, path.join(o.modelsDir, model.name));
    return own;
  } catch (error) {
    throw diskError(error, o.modelsDir);
  }
}

async function describe(o: OwnModelOptions): Promise<Model> {
  if (o.kind === undefined) {
    const model = await readModel(o.from).catch((error: Error) => {
      throw new ModelError(`${error.message}. Without a model.json, --kind says what the model is`, {
        cause: error,
      });
    });
    return { ...model, name: checkName(o.name ?? model.name) };
  }
  const name = checkName(o.name ?? path.basename(o.from).toLowerCase());
  const files = await filesOf(o.from, o.kind);
  return {
    ...{ name, kind: o.kind, languages: [...(o.languages ?? [])], licence: 'own', source: o.from, files },
    ...{ sha256: {}, verified: 'first use' },
  };
}

function checkName(name: string): string {
  if (new RegExp(MODEL_NAME_PATTERN).test(name)) return name;
  throw new ModelError(
    `A model cannot be named ${JSON.stringify(name)}: take letters, digits, dots, hyphens and underscores with --name`,
  );
}

/** How the files of models that are published for sherpa-onnx begin, where it is not with the name of the part. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  preprocessor: ['preprocess'],
  encoder: ['encode', 'encoder_model'],
  uncachedDecoder: ['uncached_decode'],
  cachedDecoder: ['cached_decode'],
  mergedDecoder: ['decoder_model_merged'],
  bpeVocab: ['bpe.vocab'],
};

/** The files of a model by their usual names; of two, the smaller (int8) one. */
async function filesOf(folder: string, kind: Kind): Promise<Record<string, string>> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new ModelError(`${folder} cannot be read: ${error.message}`, { cause: error });
  });
  const files: Record<string, string> = {};
  for (const part of kinds[kind].files) {
    const isText = part === 'tokens' || part === 'bpeVocab';
    const candidates = names
      .filter((name) => (isText ? /\.(txt|vocab)$/ : /\.(onnx|ort)$/).test(name))
      .filter((name) => isNamed(name, part))
      .sort((one, other) => Number(other.includes('int8')) - Number(one.includes('int8')));
    const [file] = candidates;
    if (file === undefined) {
      throw new ModelError(
        `${folder} has no file for ${part}, which a ${kind} model needs, under a name such as ${BEGINNINGS[part]?.[0] ?? part}${isText ? '.txt' : '.onnx'}. A model.json names files that are called otherwise`,
      );
    }
    files[part] = file;
  }
  return files;
}

/** `encoder.int8.onnx` and `small-encoder.int8.onnx` are encoders; a lone `.onnx` is a model. */
function isNamed(name: string, part: string): boolean {
  const beginnings = [part, ...(BEGINNINGS[part] ?? [])].join('|').replaceAll('.', '\\.');
  if (part === 'model') return !/^(.+-)?(encode|decode|joiner|preprocess|uncached|cached)/.test(name);
  return new RegExp(`^(.+-)?(${beginnings})`).test(name);
}
