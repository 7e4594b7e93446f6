import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ModelError } from '../json-file.ts';
import { type Download, type ManifestEntry, wrongSize } from '../manifest.ts';
import { sha256Of } from './checksums.ts';
import { checkFirstUse } from './first-use.ts';
import { checkRoom } from './free-room.ts';
import { unpackInto } from './pull-archive.ts';
import { diskError, WrongFile } from './pull-errors.ts';
import type { CheckedFile, PullContext } from './pull-files.ts';
import { checkUnpackers } from './unpack-archive.ts';

/**
 * All files of a model from a folder somebody has brought: its files, or its archive; in the folder itself or in one
 * named as the model or its archive. @throws ModelError naming what is missing.
 */
export async function pullFromFolder(
  entry: ManifestEntry,
  from: string,
  folder: string,
  context: PullContext,
): Promise<Map<string, CheckedFile>> {
  const { archive, downloads, files } = entry;
  const places = [path.join(from, entry.name), ...(archive ? [path.join(from, archive.folder)] : []), from];
  const find = async (name: string): Promise<string | null> => {
    for (const place of places) {
      const file = path.join(place, name);
      if ((await stat(file).catch(() => null))?.isFile()) return file;
    }
    return null;
  };
  const found = await Promise.all(
    Object.values(files).map(async (name) => [name, await find(name)] as const),
  );
  const missing = found.filter(([, file]) => file === null).map(([name]) => name);
  const checked = new Map<string, CheckedFile>();
  if (missing.length === 0) {
    for (const [name, file] of found) {
      const download = downloads.find((one) => one.file === name);
      checked.set(name, await copyChecked(file ?? '', path.join(folder, name), download, context));
    }
    return checked;
  }
  const packed = archive === null ? null : await find(path.basename(new URL(archive.url).pathname));
  if (archive === null || packed === null) throw new ModelError(missingText(entry, from, missing));
  await checkUnpackers();
  const sum = await sha256Of(packed, context.signal);
  if (archive.sha256 !== null && sum !== archive.sha256) throw wrongFile(packed, sum, archive.sha256);
  const isStated = archive.sha256 !== null;
  if (!isStated) await checkFirstUse({ ...context, url: archive.url, sha256: sum });
  return unpackInto({ entry, archive, file: packed, folder, isStated, context });
}

async function copyChecked(
  file: string,
  target: string,
  download: Download | undefined,
  context: PullContext,
): Promise<CheckedFile> {
  const { size } = await stat(file);
  const fault = download === undefined ? null : wrongSize(download, size);
  if (fault !== null) throw new WrongFile(`${file} ${fault}`);
  await checkRoom(path.dirname(target), size);
  try {
    await copyFile(file, target, constants.COPYFILE_FICLONE);
  } catch (error) {
    throw diskError(error, path.dirname(target));
  }
  const sha256 = await sha256Of(target, context.signal);
  const expected = download?.sha256 ?? null;
  if (expected !== null && sha256 !== expected) throw wrongFile(file, sha256, expected);
  const url = download?.urls[0];
  if (expected === null && url !== undefined) await checkFirstUse({ ...context, url, sha256 });
  return { sha256, isStated: expected !== null };
}

function wrongFile(file: string, sha256: string, expected: string): WrongFile {
  return new WrongFile(`${file} has the SHA-256 ${sha256}, and should have ${expected}`);
}

function missingText({ downloads, archive }: ManifestEntry, from: string, missing: string[]): string {
  const addresses = downloads.filter(({ file }) => missing.includes(file)).map(({ urls }) => urls[0]);
  const wanted = [...addresses, ...(archive === null ? [] : [archive.url])];
  return `${from} has no ${missing.join(', ')}. Bring ${wanted.join(' or ')}`;
}
