import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readResults } from './results.ts';

/**
 * `folder.ts [--lines N] [-- <command>]` runs the tests of the folder it is started in, by tap or by a command that
 * runs tap, and ends with one line. tap shows only what fails (.taprc) and knows no coverage floor between nothing and
 * all: `--lines` is the share of lines, in percent, that the tests must run (decision 0009).
 */
const { floor, command } = readArguments(process.argv.slice(2));
const folder = path.relative(path.resolve(import.meta.dirname, '../..'), process.cwd());
const startedAt = performance.now();

rmSync('.tap/results.tap', { force: true });
const child = spawn(command[0] ?? 'tap', command.slice(1), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'exit');

const results = readResults('.');
const fault = faultOf();
const counts = results ? `${results.passed} passed, ${results.failed} failed` : 'ended early';
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `${fault === null ? 'ok  ' : 'FAIL'} ${folder.padEnd(24)} ${counts}, ${seconds} s${fault ? `: ${fault}` : ''}\n`,
);
process.exitCode = fault === null ? 0 : 1;

function faultOf(): string | null {
  if (results === null) return `its tests did not get to their end (exit status ${code})`;
  if (results.failed > 0) return 'see above';
  if (code !== 0) return `exit status ${code}`;
  if (results.passed === 0) return 'it has no tests';
  if (floor === null) return null;
  const summary = JSON.parse(readFileSync('.tap/report/coverage-summary.json', 'utf8'));
  const { pct } = summary.total.lines as { pct: number };
  return pct < floor ? `its tests run ${pct} % of its lines and must run ${floor} %` : null;
}

function readArguments(args: string[]): { floor: number | null; command: string[] } {
  const rest = args.includes('--') ? args.slice(args.indexOf('--') + 1) : [];
  return { floor: args[0] === '--lines' ? Number(args[1]) : null, command: rest };
}
