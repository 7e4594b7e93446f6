import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Report } from 'c8';
import { describeFailures } from './failures.ts';
import { readFailures, readResults } from './results.ts';

/**
 * `folder.ts [--lines N | -- <command>]` runs the tests of the folder it is started in, by `run-files.ts` or by a command
 * that does, and ends with one line. `--lines` is the share of lines of `src`, in percent, that the tests must run
 * (decision 0009).
 */
const COVERAGE = '.tap/coverage';
const { floor, command } = readArguments(process.argv.slice(2));
const folder = path.relative(path.resolve(import.meta.dirname, '../..'), process.cwd());
const startedAt = performance.now();

for (const old of ['.tap/results.tap', COVERAGE]) rmSync(old, { recursive: true, force: true });
const [program = '', ...args] = command;
const env = { ...process.env, ...(floor !== null && { NODE_V8_COVERAGE: path.resolve(COVERAGE) }) };
const child = spawn(program, args, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'exit');

const results = readResults('.');
const fault = await findFault();
const counts = results ? `${results.passed} passed, ${results.failed} failed` : 'ended early';
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `${fault === null ? 'ok  ' : 'FAIL'} ${folder.padEnd(24)} ${counts}, ${seconds} s${fault ? `: ${fault}` : ''}\n`,
);
if (fault !== null && results !== null) {
  const failed = { name: folder, failures: readFailures('.') };
  process.stdout.write(`${describeFailures([failed]).join('\n')}\n`);
}
process.exitCode = fault === null ? 0 : 1;

async function findFault(): Promise<string | null> {
  if (results === null) return `its tests did not get to their end (exit status ${code})`;
  if (results.failed > 0) return 'see below';
  if (code !== 0) return `exit status ${code}`;
  if (results.passed === 0) return 'it has no tests';
  if (floor === null) return null;
  const share = await shareOfLinesRun();
  return share < floor ? `its tests run ${share} % of its lines and must run ${floor} %` : null;
}

async function shareOfLinesRun(): Promise<number> {
  const reportsDirectory = '.tap/report';
  const reporter = ['json-summary'];
  await new Report({
    tempDirectory: COVERAGE,
    include: 'src/**',
    extension: '.ts',
    reporter,
    reportsDirectory,
  }).run();
  const summary = JSON.parse(readFileSync(path.join(reportsDirectory, 'coverage-summary.json'), 'utf8'));
  return summary.total.lines.pct as number;
}

function readArguments(args: string[]): { floor: number | null; command: string[] } {
  const floor = args[0] === '--lines' ? Number(args[1]) : null;
  const runFiles = [process.execPath, path.join(import.meta.dirname, 'run-files.ts')];
  return { floor, command: args[0] === '--' ? args.slice(1) : runFiles };
}
