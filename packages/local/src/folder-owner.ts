import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pollUntil } from './poll-until.ts';
import { findProcess } from './process-table.ts';

const OWNER_FILE = 'owner.json';

/**
 * Records this process as the one that runs the server of a folder.
 * @throws when another process does: two servers would ruin one store, and its server is not ours to stop.
 */
export function claimFolder(folder: string, what: string): void {
  const owner = readOwner(folder);
  if (owner && owner.pid !== process.pid && findProcess(owner.pid)?.started === owner.started) {
    throw new Error(
      `${what} in ${folder} is in use by process ${owner.pid}. Stop that process, or choose another data folder.`,
    );
  }
  const started = findProcess(process.pid)?.started ?? '';
  writeFileSync(path.join(folder, OWNER_FILE), JSON.stringify({ pid: process.pid, started }), {
    mode: 0o600,
  });
}

export function releaseFolder(folder: string): void {
  if (readOwner(folder)?.pid === process.pid) rmSync(path.join(folder, OWNER_FILE), { force: true });
}

function readOwner(folder: string): { pid: number; started: string } | null {
  try {
    const owner = JSON.parse(readFileSync(path.join(folder, OWNER_FILE), 'utf8'));
    return Number.isInteger(owner.pid) && typeof owner.started === 'string' ? owner : null;
  } catch {
    return null;
  }
}

/**
 * Stops a server that outlived the process which started it, and removes its pid file. `commandHolds` is a part of
 * its command line: after a restart of the machine the pid may belong to anything, which must be left alone.
 */
export async function stopLeftOver(o: {
  pidFile: string;
  commandHolds: string;
  signals: readonly NodeJS.Signals[];
  graceMs: number;
  log: (line: string) => void;
}): Promise<void> {
  let pid: number;
  try {
    pid = Number.parseInt(readFileSync(o.pidFile, 'utf8'), 10);
  } catch {
    return;
  }
  const isLeftOver = (): boolean => pid > 1 && (findProcess(pid)?.command.includes(o.commandHolds) ?? false);
  for (const signal of o.signals) {
    if (!isLeftOver()) break;
    o.log(`Stopping process ${pid}, left over from an earlier start (${signal})`);
    process.kill(pid, signal);
    await pollUntil(() => !isLeftOver(), { intervalMs: 25, timeoutMs: o.graceMs });
  }
  if (isLeftOver())
    throw new Error(`Process ${pid} of an earlier start does not stop. Kill it, then try again.`);
  rmSync(o.pidFile, { force: true });
}
