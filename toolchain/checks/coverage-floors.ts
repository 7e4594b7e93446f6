import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Share of its lines, in percent, that a package's tests must run. What is missing is told apart by machine (another
 * system, another user, a Docker engine) or needs a fault at one certain moment. Raise a floor when tests pass it.
 */
const floors: Readonly<Record<string, number>> = {
  'packages/contracts': 98,
  'packages/database': 99,
  'packages/local': 80,
  'packages/messaging': 95,
  'packages/service-kit': 99,
};

/** What is wrong with the coverage of a folder whose tests have run; null when nothing is, or when it has no floor. */
export function coverageFault(root: string, folder: string): string | null {
  const floor = floors[folder];
  if (floor === undefined) return null;
  const file = path.join(root, folder, '.tap/report/coverage-summary.json');
  if (!existsSync(file)) return 'its coverage was not measured';
  const { total } = JSON.parse(readFileSync(file, 'utf8')) as { total: { lines: { pct: number } } };
  return total.lines.pct < floor
    ? `its tests run ${total.lines.pct} % of its lines, and ${floor} % are due`
    : null;
}
