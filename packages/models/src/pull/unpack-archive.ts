import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ModelError } from '../json-file.ts';
import { diskError } from './pull-errors.ts';

/** @throws ModelError when bzip2 or tar is not installed; asked before an archive is downloaded. */
export async function checkUnpackers(): Promise<void> {
  const missing: string[] = [];
  for (const [command, args] of [
    ['bzip2', ['--help']],
    ['tar', ['--version']],
  ] as const) {
    const child = spawn(command, args, { stdio: 'ignore' });
    // Only whether there is such a program: its status says nothing here.
    await once(child, 'close').catch(() => missing.push(command));
  }
  if (missing.length === 0) return;
  const names = missing.join(' and ');
  throw new ModelError(
    `This model comes as a .tar.bz2 archive, and ${names} is missing: install it with apt-get install ${missing.join(' ')}`,
  );
}

/**
 * Takes the named files out of the folder of a `.tar.bz2` archive; nothing else is unpacked.
 * @returns the folder, in `target`, that holds them.
 * @throws ModelError when the archive is damaged or lacks one.
 */
export async function unpackArchive(o: {
  archive: string;
  folder: string;
  files: readonly string[];
  target: string;
  signal: AbortSignal;
}): Promise<string> {
  // Some archives name their folder `./NAME`, and tar takes members by the names they have.
  const prefix = (await firstMember(o.archive, o.signal)).startsWith('./') ? './' : '';
  const members = o.files.map((file) => `${prefix}${o.folder}/${file}`);
  // Nothing of the archive decides who owns a file.
  await run(o, ['-x', '-o', '-f', '-', '-C', o.target, ...members]);
  const folder = path.join(o.target, o.folder);
  for (const file of o.files) {
    const found = await lstat(path.join(folder, file)).catch(() => null);
    if (!found?.isFile()) throw new ModelError(`${o.archive} has no file ${o.folder}/${file}`);
  }
  return folder;
}

async function firstMember(archive: string, signal: AbortSignal): Promise<string> {
  const bzip2 = spawn('bzip2', ['-dc', archive], { stdio: ['ignore', 'pipe', 'ignore'], signal });
  const tar = spawn('tar', ['-t', '-f', '-'], { stdio: ['pipe', 'pipe', 'ignore'], signal });
  for (const stream of [bzip2, tar, tar.stdin]) stream.on('error', () => {});
  bzip2.stdout.pipe(tar.stdin);
  let listed = '';
  for await (const chunk of tar.stdout) {
    listed += String(chunk);
    if (listed.includes('\n')) break;
  }
  bzip2.kill();
  tar.kill();
  signal.throwIfAborted();
  return listed.split('\n')[0] ?? '';
}

async function run(o: { archive: string; signal: AbortSignal }, args: readonly string[]): Promise<void> {
  const bzip2 = spawn('bzip2', ['-dc', o.archive], { stdio: ['ignore', 'pipe', 'pipe'], signal: o.signal });
  const tar = spawn('tar', args, { stdio: ['pipe', 'ignore', 'pipe'], signal: o.signal });
  const closed = Promise.all([once(bzip2, 'close'), once(tar, 'close')]);
  const said = Promise.all([text(bzip2.stderr), text(tar.stderr)]);
  // tar may stop reading before bzip2 has ended; their statuses tell whether all went well.
  await pipeline(bzip2.stdout, tar.stdin).catch(() => {});
  const statuses = (await closed).map(([status]) => status as number | null);
  if (statuses.every((status) => status === 0)) return;
  o.signal.throwIfAborted();
  const reason = (await said).join(' ').trim().replaceAll(/\s+/g, ' ').slice(0, 300);
  if (reason.includes('No space left')) throw diskError({ code: 'ENOSPC' }, path.dirname(o.archive));
  throw new ModelError(`${o.archive} cannot be unpacked: ${reason || 'it is damaged'}`);
}
