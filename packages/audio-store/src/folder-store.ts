import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type AudioStore, LIST_MAX, MARKER, watched } from './audio-store.ts';

/** A folder of this machine, or one that several machines mount. It must be there: an empty mount point is not the store. */
export function openFolderStore(folder: string): AudioStore {
  const pathOf = (key: string): string => {
    if (key.split('/').some((part) => part === '' || part.startsWith('.'))) {
      throw new Error('not a name of kept audio');
    }
    return join(folder, key);
  };
  return {
    place: `file://${folder}`,
    folder,
    async write(key, source, { signal, onProgress }) {
      const path = pathOf(key);
      // Not recursive into the folder itself, which must be there.
      if (key !== MARKER) await mkdirWithin(folder, dirname(key));
      try {
        const target = createWriteStream(`${path}.part`, { flush: true });
        const from = typeof source === 'string' ? createReadStream(source) : source;
        await pipeline(from, watched(onProgress), target, { signal });
        await rename(`${path}.part`, path);
      } catch (error) {
        await rm(`${path}.part`, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async read(key, range) {
      const path = pathOf(key);
      try {
        const { size } = await stat(path);
        return { stream: createReadStream(path, { ...range }), bytes: size };
      } catch (error) {
        if (!isMissing(error)) throw error;
        // Told apart from a folder that is away.
        await stat(folder);
        return null;
      }
    },
    async list(prefix, after = '') {
      const keys: string[] = [];
      await stat(folder);
      await collect(folder, '', { prefix, after, keys });
      return keys;
    },
    async remove(keys) {
      await stat(folder);
      for (const key of keys) await rm(pathOf(key), { force: true });
      const recordings = new Set(keys.map((key) => dirname(key)).filter((name) => name !== '.'));
      for (const name of recordings) {
        await removeEmpty(join(folder, name));
        await removeEmpty(join(folder, dirname(name)));
      }
    },
    close: () => undefined,
  };
}

async function mkdirWithin(folder: string, name: string): Promise<void> {
  let path = folder;
  for (const part of name.split('/')) {
    path = join(path, part);
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

interface Wanted {
  readonly prefix: string;
  readonly after: string;
  readonly keys: string[];
}

/** Depth first in the order of names, without those before `after` and besides `prefix`. */
async function collect(folder: string, base: string, wanted: Wanted): Promise<void> {
  const { prefix, after, keys } = wanted;
  const entries = await readdir(join(folder, base), { withFileTypes: true }).catch((error: unknown) => {
    // Emptied and removed meanwhile.
    if (isMissing(error)) return [];
    throw error;
  });
  // Others may have put `lost+found` or `.DS_Store` there.
  const ours = entries.filter(({ name }) => /^[\w-][\w.-]*$/.test(name));
  const named = ours.map((entry) => ({
    isFolder: entry.isDirectory(),
    key: `${base}${entry.name}${entry.isDirectory() ? '/' : ''}`,
  }));
  for (const { isFolder, key } of named.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    if (keys.length >= LIST_MAX) return;
    if (!key.startsWith(prefix.slice(0, key.length))) continue;
    if (isFolder && key >= after.slice(0, key.length)) await collect(folder, key, wanted);
    else if (!isFolder && key > after && key.startsWith(prefix)) keys.push(key);
  }
}

async function removeEmpty(path: string): Promise<void> {
  await rmdir(path).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error;
  });
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
