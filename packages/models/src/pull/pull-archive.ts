import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Archive, bytesOf, type ManifestEntry } from '../manifest.ts';
import { listedChecksum, sha256Of } from './checksums.ts';
import { downloadFile } from './download-file.ts';
import { checkFirstUse } from './first-use.ts';
import { checkRoom } from './free-room.ts';
import { mirrored } from './mirrors.ts';
import type { CheckedFile, PullContext } from './pull-files.ts';
import { requestFile } from './request-file.ts';
import { checkUnpackers, unpackArchive } from './unpack-archive.ts';

/** An archive is there twice while it is unpacked; it is packed to three quarters or so. */
const UNPACKED_SHARE = 2.5;
const LIST_BYTES_MAX = 1024 * 1024;

/** All files of a model from its archive, into `folder`. @throws AddressFailure when it cannot be had. */
export async function pullArchive(
  entry: ManifestEntry,
  archive: Archive,
  folder: string,
  context: PullContext,
): Promise<Map<string, CheckedFile>> {
  await checkUnpackers();
  await checkRoom(folder, (bytesOf(archive) ?? 0) * UNPACKED_SHARE);
  const name = path.basename(new URL(archive.url).pathname);
  const url = mirrored(archive.url, context.mirrors);
  const part = path.join(folder, `${name}.part`);
  const listed = archive.sha256 === null ? await checksumListed(archive, name, context) : null;
  const expected = archive.sha256 ?? listed;
  const { sha256, isAsStated } = await downloadFile({
    ...context,
    ...archive,
    sha256: expected,
    url,
    part,
    onProgress: (bytes, total) => context.onProgress(name, bytes, total),
  });
  const isStated = expected !== null || (isAsStated && url === archive.url);
  if (!isStated) await checkFirstUse({ ...context, url: archive.url, sha256 });
  return unpackInto({ entry, archive, file: part, folder, isStated, context });
}

/** As the publisher's own list says; null when it cannot be read or lists no such archive. */
async function checksumListed(archive: Archive, name: string, context: PullContext): Promise<string | null> {
  // A list of a mirror's would vouch for what the mirror sends.
  if (archive.checksums === null) return null;
  try {
    const response = await requestFile({ ...context, url: archive.checksums });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIST_BYTES_MAX) return null;
      chunks.push(chunk);
    }
    return response.status === 200 ? listedChecksum(Buffer.concat(chunks).toString('utf8'), name) : null;
  } catch {
    context.signal.throwIfAborted();
    return null;
  }
}

/** Puts the files of an archive that is there into `folder`. */
export async function unpackInto(o: {
  entry: ManifestEntry;
  archive: Archive;
  file: string;
  folder: string;
  isStated: boolean;
  context: PullContext;
}): Promise<Map<string, CheckedFile>> {
  const { signal, say } = o.context;
  const target = path.join(o.folder, 'unpacked');
  const files = Object.values(o.entry.files);
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  say(`Unpacking ${path.basename(o.file, '.part')}`);
  const found = await unpackArchive({
    archive: o.file,
    folder: o.archive.folder,
    files,
    target,
    signal,
  });
  const checked = new Map<string, CheckedFile>();
  for (const file of files) {
    await rename(path.join(found, file), path.join(o.folder, file));
    checked.set(file, {
      sha256: await sha256Of(path.join(o.folder, file), signal),
      isStated: o.isStated,
    });
  }
  return checked;
}
