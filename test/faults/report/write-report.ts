import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { faults } from '../faults.ts';
import { root } from '../root.ts';
import { mergeTable } from './merge-table.ts';
import type { Row } from './table.ts';

const reliability = path.join(root, 'docs/reliability.md');
const RETRY_MS = 20;
/** Writing takes a few milliseconds: a lock this old is of a process that was killed. */
const STALE_MS = 10_000;

/** Writes what was found into docs/reliability.md, also while another run writes its rows there. */
export async function writeReport(row: Row, file = reliability): Promise<void> {
  const order = faults.map(({ row }) => row);
  const lock = `${file}.lock`;
  while (!isTaken(lock)) await sleep(RETRY_MS);
  try {
    writeFileSync(`${file}.new`, mergeTable(readFileSync(file, 'utf8'), [row], order));
    renameSync(`${file}.new`, file);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the lock is this process's own now. */
function isTaken(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { mtimeMs = Date.now() } = statSync(lock, { throwIfNoEntry: false }) ?? {};
  if (Date.now() - mtimeMs > STALE_MS) rmSync(lock, { force: true });
  return false;
}
