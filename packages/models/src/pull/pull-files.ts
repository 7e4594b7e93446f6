import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { readJson, writeJson } from '../json-file.ts';
import { bytesOf, type Download, type ManifestEntry } from '../manifest.ts';
import { sha256Of } from './checksums.ts';
import { downloadFile, type Network } from './download-file.ts';
import { checkFirstUse } from './first-use.ts';
import { checkRoom } from './free-room.ts';
import { type Mirrors, mirrored } from './mirrors.ts';
import { removePartNote } from './part-file.ts';
import { AddressFailure } from './pull-errors.ts';

export interface PullContext extends Network {
  modelsDir: string;
  mirrors: Mirrors;
  /** Whether a file without a stated checksum may be another than the first time. */
  acceptNew: boolean;
  onProgress: (file: string, bytes: number, totalBytes: number | null) => void;
  say: (line: string) => void;
}

const checkedSchema = Type.Object({ sha256: Type.String(), isStated: Type.Boolean() });
/** A file that is there and is right. */
export type CheckedFile = Static<typeof checkedSchema>;

/** Each file of a model from one of its addresses, into `folder`. @throws AddressFailure when one cannot be had. */
export async function pullSingly(
  { downloads }: ManifestEntry,
  folder: string,
  context: PullContext,
): Promise<Map<string, CheckedFile>> {
  const needed = downloads.reduce((sum, one) => sum + (bytesOf(one) ?? 0), 0);
  await checkRoom(folder, needed - (await bytesIn(folder, downloads)));
  const checked = new Map<string, CheckedFile>();
  for (const download of downloads) checked.set(download.file, await pullOne(download, folder, context));
  return checked;
}

async function bytesIn(folder: string, downloads: readonly Download[]): Promise<number> {
  const names = downloads.flatMap(({ file }) => [file, `${file}.part`]);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function pullOne(download: Download, folder: string, context: PullContext): Promise<CheckedFile> {
  const { file, urls } = download;
  const target = path.join(folder, file);
  const before = await readJson<CheckedFile>(`${target}.done.json`, checkedSchema).catch(() => null);
  if (before !== null && (await sha256Of(target, context.signal).catch(() => null)) === before.sha256) {
    return before;
  }
  const failures: AddressFailure[] = [];
  for (const publisher of urls) {
    const url = mirrored(publisher, context.mirrors);
    const part = `${target}.part`;
    try {
      const { sha256, isAsStated } = await downloadFile({
        ...context,
        ...download,
        url,
        part,
        onProgress: (bytes, total) => context.onProgress(file, bytes, total),
      });
      // What a mirror states of its own file says nothing about the publisher's.
      const isStated = download.sha256 !== null || (isAsStated && url === publisher);
      if (!isStated) await checkFirstUse({ ...context, url: publisher, sha256 });
      await rename(part, target);
      await removePartNote(part);
      await writeJson(`${target}.done.json`, { sha256, isStated });
      return { sha256, isStated };
    } catch (error) {
      if (!(error instanceof AddressFailure)) throw error;
      failures.push(error);
    }
  }
  throw joined(failures);
}

/** As one, each message once. */
export function joined(failures: readonly AddressFailure[]): AddressFailure {
  const [only] = failures;
  if (only !== undefined && failures.length === 1) return only;
  return new AddressFailure([...new Set(failures.map(({ message }) => message))].join('; '));
}
