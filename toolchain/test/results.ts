import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Failure, failuresIn } from './failures.ts';

/** Where the results of a folder's tests are left. */
const RESULTS = '.tap/results.tap';

export interface Results {
  /** Assertions. */
  passed: number;
  failed: number;
  files: { name: string; seconds: number }[];
}

/** Reads the results of a folder's last run; null when that run did not get to its end. */
export function readResults(folder: string): Results | null {
  const tap = readTap(folder);
  const totals = tap.match(/^# \{ total: .*\}$/gm);
  if (totals === null) return null;
  const count = (name: string): number =>
    totals.reduce((sum, total) => sum + Number(new RegExp(`${name}: (\\d+)`).exec(total)?.[1] ?? 0), 0);
  const files = [...tap.matchAll(/^(?:not )?ok \d+ - (\S+) # time=([\d.]+)ms/gm)];
  return {
    passed: count('pass'),
    failed: count('fail'),
    files: files.map(([, name = '', ms]) => ({ name, seconds: Number(ms) / 1000 })),
  };
}

/** What failed in a folder's last run, also when that run did not get to its end. */
export function readFailures(folder: string): Failure[] {
  return failuresIn(readTap(folder));
}

function readTap(folder: string): string {
  try {
    return readFileSync(path.join(folder, RESULTS), 'utf8');
  } catch {
    return '';
  }
}
