import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

const NAME = 'postgres';

/**
 * Postgres refuses to run as root, so root runs it as the user `postgres`, created here if necessary. Null for every
 * other user, who runs it directly.
 */
export function postgresAccount(log: (line: string) => void): Account | null {
  if (process.getuid?.() !== 0) return null;
  const existing = findAccount();
  if (existing) return existing;
  log(`Creating the system user "${NAME}": Postgres does not run as root`);
  const made = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    NAME,
  ]);
  // Another process may have made it meanwhile, so what counts is whether it is there now.
  const account = findAccount();
  if (account) return account;
  const reason = made.error?.message ?? made.stderr?.toString().trim();
  throw new Error(
    `Postgres does not run as root and the user "${NAME}" could not be created (${reason}). ` +
      'Create that user, start Debrief as an ordinary user, or set DATABASE_URL.',
  );
}

function findAccount(): Account | null {
  const { stdout } = spawnSync('id', [NAME], { encoding: 'utf8' });
  // "uid=108(postgres) gid=116(postgres) groups=…"
  const [, uid, gid] = /^uid=(\d+)\S* gid=(\d+)/.exec(stdout ?? '') ?? [];
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Whether this account can enter the folder: tried for real, because access lists and mounts have their say too. */
export function canReach(account: Account | null, folder: string): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { ...account, cwd: '/' }).status === 0;
}

/** Makes a folder of ours, and says whether the account can enter it. The modes do not depend on root's umask. */
export function makeReachable(account: Account | null, folder: string): boolean {
  const parent = path.dirname(folder);
  try {
    const made = mkdirSync(folder, { recursive: true });
    if (!account) return true;
    chmodSync(folder, 0o711);
    if (made && made !== folder) chmodSync(parent, 0o711);
    else if (!canReach(account, parent)) letIn(account, parent);
  } catch {
    return false;
  }
  return canReach(account, folder);
}

/** Opens a folder that only root may enter, as temporary ones are, to this account alone. Root's home stays closed. */
function letIn(account: Account, folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid !== 0 || (mode & 0o777) !== 0o700 || folder === homedir()) return;
  if (!canReach(account, path.dirname(folder))) return;
  chownSync(folder, uid, account.gid);
  chmodSync(folder, 0o710);
}
