import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { readInUse, writeInUse } from '../in-use.ts';
import { downloadBytes, type ManifestEntry } from '../manifest.ts';
import { type Model, roleOf } from '../model.ts';
import { readModel, writeModel } from '../models-folder.ts';
import { pullArchive } from './pull-archive.ts';
import { AddressFailure, diskError } from './pull-errors.ts';
import { type CheckedFile, joined, type PullContext, pullSingly } from './pull-files.ts';
import { pullFromFolder } from './pull-from-folder.ts';
import { takePullLock } from './pull-lock.ts';

export interface PullOptions extends Omit<PullContext, 'onProgress'> {
  /** A folder with the files, instead of the network. */
  from?: string | undefined;
  onProgress: (progress: PullProgress) => void;
}

export interface PullProgress {
  model: string;
  bytes: number;
  /** Null where nobody says. */
  totalBytes: number | null;
}

export interface Pulled {
  model: Model;
  /** It was there before. */
  wasThere: boolean;
  /** It is used for its role: it was, or nothing else was. */
  isUsed: boolean;
}

/**
 * Puts models in place one after another, each whole or not at all, and has each used for its role unless another is.
 * One that cannot be had keeps none of the others back.
 * @throws ModelError when another process pulls or a disk is full; at the end, when models could not be had.
 */
export async function* pullModels(
  entries: readonly ManifestEntry[],
  options: PullOptions,
): AsyncGenerator<Pulled> {
  const { modelsDir } = options;
  try {
    await mkdir(modelsDir, { recursive: true });
  } catch (error) {
    throw diskError(error, modelsDir);
  }
  using _lock = takePullLock(modelsDir);
  const failures: AddressFailure[] = [];
  for (const entry of entries) {
    options.signal.throwIfAborted();
    const pulled = await pullModel(entry, options).catch((error: unknown) => {
      if (!(error instanceof AddressFailure)) throw error;
      failures.push(error);
      return null;
    });
    if (pulled !== null) yield pulled;
  }
  if (failures.length > 0) throw joined(failures);
}

async function pullModel(entry: ManifestEntry, options: PullOptions): Promise<Pulled> {
  const { modelsDir } = options;
  const target = path.join(modelsDir, entry.name);
  const before = await readModel(target).catch(() => null);
  const model = before ?? (await pull(entry, target, options));
  const inUse = await readInUse(modelsDir);
  const role = roleOf(model.kind);
  const used = inUse[role] ?? entry.name;
  if (inUse[role] === undefined) await writeInUse(modelsDir, { ...inUse, [role]: used });
  return { model, wasThere: before !== null, isUsed: used === entry.name };
}

async function pull(entry: ManifestEntry, target: string, options: PullOptions): Promise<Model> {
  const folder = path.join(options.modelsDir, `.${entry.name}.part`);
  const context: PullContext = { ...options, onProgress: progressOf(entry, options) };
  try {
    await mkdir(folder, { recursive: true });
    const checked = await collect(entry, folder, options.from, context);
    const { name, kind, languages, licence, source, files } = entry;
    const sha256 = Object.fromEntries([...checked].map(([file, one]) => [file, one.sha256]));
    const isStated = [...checked.values()].every((one) => one.isStated);
    const model: Model = {
      ...{ name, kind, languages, licence, source, files, sha256 },
      verified: isStated ? 'publisher' : 'first use',
    };
    await removeOthers(folder, new Set(Object.values(files)));
    await writeModel(folder, model);
    // Reads what was written, so that only what can be read is put in place.
    await readModel(folder);
    await putInPlace(folder, target);
    return model;
  } catch (error) {
    throw diskError(error, options.modelsDir);
  }
}

async function collect(
  entry: ManifestEntry,
  folder: string,
  from: string | undefined,
  context: PullContext,
): Promise<Map<string, CheckedFile>> {
  if (from !== undefined) return pullFromFolder(entry, from, folder, context);
  const { downloads, archive } = entry;
  if (downloads.length === 0 && archive !== null) return pullArchive(entry, archive, folder, context);
  try {
    return await pullSingly(entry, folder, context);
  } catch (error) {
    if (!(error instanceof AddressFailure) || archive === null) throw error;
    context.say(`${error.message}. Trying ${archive.url}`);
    try {
      return await pullArchive(entry, archive, folder, context);
    } catch (second) {
      if (!(second instanceof Error)) throw second;
      throw new AddressFailure(`${error.message}; ${second.message}`, { cause: second });
    }
  }
}

/** Bytes of the whole model: of the files that are done and the one that comes. */
function progressOf(entry: ManifestEntry, { onProgress }: PullOptions): PullContext['onProgress'] {
  const about = downloadBytes(entry);
  const received = new Map<string, number>();
  return (file, bytes, totalBytes) => {
    received.set(file, bytes);
    const sum = [...received.values()].reduce((all, one) => all + one, 0);
    const isOnly = entry.downloads.length <= 1 || !entry.downloads.some((one) => one.file === file);
    const total = isOnly ? (totalBytes ?? about) : about;
    onProgress({
      model: entry.name,
      bytes: isOnly ? bytes : sum,
      totalBytes: total === null ? null : Math.max(total, isOnly ? bytes : sum),
    });
  };
}

async function removeOthers(folder: string, keep: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder);
  const others = names.filter((name) => !keep.has(name));
  await Promise.all(others.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}

/** By renaming: a reader finds the whole model or none. */
export async function putInPlace(folder: string, target: string): Promise<void> {
  const old = path.join(path.dirname(target), `.${path.basename(target)}.old`);
  await rm(old, { recursive: true, force: true });
  await rename(target, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(folder, target);
  await rm(old, { recursive: true, force: true });
}
