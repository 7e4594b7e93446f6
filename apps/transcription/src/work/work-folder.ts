import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@debrief/service-kit/logger';
import { CHILD_USER } from '../audio/confinement.ts';
import { type Held, readNote } from './claim-note.ts';

const PREFIX = 'debrief-recording-';
const owner = /^debrief-recording-(?<host>.+)-(?<pid>\d+)-[^-]{6}$/;
const DAY_MS = 24 * 3600 * 1000;

/** Somebody has deleted a folder while it was lent: whatever failed in it says nothing of the recording. */
export class WorkFolderLost extends Error {}

/**
 * Lends a folder of its own, readable by this user only, for one try at a recording; nothing of it stays.
 * @throws WorkFolderLost in place of whatever fails without it.
 */
export async function withWorkFolder<R>(
  parent: string,
  log: Logger,
  body: (folder: string) => Promise<R>,
): Promise<R> {
  const folder = await makeFolder(parent);
  try {
    return await body(folder);
  } catch (error) {
    if (await isGone(folder)) throw new WorkFolderLost('the work folder was deleted', { cause: error });
    throw error;
  } finally {
    await remove(folder, log);
  }
}

/** Where somebody has deleted the parent, nothing would ever be transcribed again before a restart. */
async function makeFolder(parent: string): Promise<string> {
  const prefix = join(parent, `${PREFIX}${hostName()}-${process.pid}-`);
  return mkdtemp(prefix).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(parent, { recursive: true }).catch(() => Promise.reject(error));
    return mkdtemp(prefix);
  });
}

/**
 * Removes what killed workers left behind. Several workers may share the parent, also from several containers: a
 * folder goes when its process is gone, or, where another host's processes cannot be seen, after a day, which is
 * longer than any try at a recording takes.
 * @returns how many were removed, and what was noted in them
 */
export async function sweepWorkFolders(
  parent: string,
  log: Logger,
): Promise<{ removed: number; left: Held[] }> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  const stale = await Promise.all(names.map((name) => isStale(join(parent, name), name)));
  const folders = names.filter((_, index) => stale[index]).map((name) => join(parent, name));
  const notes = await Promise.all(folders.map(readNote));
  const removed = await Promise.all(folders.map((folder) => remove(folder, log)));
  return { removed: removed.filter(Boolean).length, left: notes.filter((note) => note !== null) };
}

async function isStale(folder: string, name: string): Promise<boolean> {
  const { host, pid } = owner.exec(name)?.groups ?? {};
  const status = await lstat(folder).catch(() => null);
  if (host === undefined || status === null || !status.isDirectory()) return false;
  // A temporary folder is everybody's: what somebody else named like ours is left alone.
  if (status.uid !== process.getuid?.() && status.uid !== CHILD_USER) return false;
  if (host !== hostName()) return status.mtimeMs < Date.now() - DAY_MS;
  // In a container every start has the same process id, so our own counts only since we run.
  if (Number(pid) === process.pid) return status.mtimeMs < Date.now() - process.uptime() * 1000;
  return !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isGone(folder: string): Promise<boolean> {
  return lstat(folder).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
}

async function remove(folder: string, log: Logger): Promise<boolean> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'a work folder could not be removed');
    return false;
  }
}

function hostName(): string {
  return hostname().replaceAll(/[^A-Za-z0-9.-]/g, '_');
}
