import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { coverageFault } from './coverage-floors.ts';
import { describeFailure } from './describe-failure.ts';
import { type Progress, seconds } from './progress.ts';
import type { Tally } from './tally.ts';
import { linesBesideTap, TapResults } from './tap-results.ts';
import { runTurbo, type TaskResult } from './turbo.ts';

export interface TestRun {
  root: string;
  folders: readonly string[];
  /** Test files; none runs all. */
  files: readonly string[];
  isForced: boolean;
  env: NodeJS.ProcessEnv;
  /** Folders side by side; each runs as many test files at once. */
  concurrency?: number;
  stop: AbortSignal;
}

interface FolderRun {
  readonly folder: string;
  readonly results: TapResults;
  /** What the tests and tap wrote besides: coverage that is missing, the last words of a process. */
  readonly logFile: string;
  /** What its tests should run of its code and do not, once they have ended. */
  readonly coverageFault: () => string | null;
  startedAt: number;
  /** Not run, because nothing has changed since it passed. */
  isCached: boolean;
  isTold: boolean;
}

const POLL_MS = 500;

/** Runs the tests of some folders through turbo, tells each as it ends, and adds them to the tally. */
export async function runTests(o: TestRun, progress: Progress, tally: Tally): Promise<void> {
  if (o.folders.length === 0) return;
  const startedAt = performance.now();
  const runs = new Map(o.folders.map((folder) => [packageName(o.root, folder), newRun(o, folder)]));
  const concurrency = o.concurrency ?? Math.max(2, Math.floor(availableParallelism() / 2));
  const ticker = setInterval(() => {
    for (const run of runs.values()) follow(run, progress);
    progress.status(statusOf([...runs.values()], startedAt));
  }, POLL_MS);

  const results = await runTurbo({
    ...o,
    task: 'test',
    concurrency,
    taskArguments: ['--reporter=tap', '--output-file=.tap/results.tap', ...o.files],
    env: { ...o.env, TAP_JOBS: String(concurrency) },
    onLine(source, text) {
      const run = runs.get(source);
      if (run === undefined) return;
      run.startedAt ||= performance.now();
      run.isCached ||= text.startsWith('cache hit');
    },
  }).finally(() => clearInterval(ticker));
  progress.end();
  if (o.stop.aborted) return;
  for (const [name, run] of runs) conclude(run, results.get(name), progress, tally);
}

function newRun({ root, files }: TestRun, folder: string): FolderRun {
  const file = path.join(root, folder, '.tap/results.tap');
  const logFile = path.join(root, folder, '.turbo/turbo-test.log');
  const coverage = path.join(root, folder, '.tap/report');
  for (const old of [file, logFile, coverage]) rmSync(old, { recursive: true, force: true });
  mkdirSync(path.dirname(file), { recursive: true });
  const results = new TapResults(file);
  // A part of the tests cannot be expected to run all of the code; failing ones may have kept the rest from running.
  const isMeasured = (): boolean => files.length === 0 && results.failures.length === 0;
  return {
    folder,
    results,
    logFile,
    coverageFault: () => (isMeasured() ? coverageFault(root, folder) : null),
    startedAt: 0,
    isCached: false,
    isTold: false,
  };
}

function packageName(root: string, folder: string): string {
  const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
  };
  return manifest.name;
}

function statusOf(runs: FolderRun[], startedAt: number): string {
  const passed = runs.reduce((sum, { results }) => sum + results.passed, 0);
  const underWay = runs.filter((run) => run.startedAt > 0 && !run.results.isComplete);
  return `      ${seconds(startedAt)}, ${passed} passed so far; running ${underWay.map((run) => run.folder).join(', ')}`;
}

function follow(run: FolderRun, progress: Progress): void {
  if (run.isTold) return;
  const wasComplete = run.results.isComplete;
  run.results.read();
  // One round later, for the exit status: it can be a failure without a failing test, which is told at the end.
  if (!wasComplete || (run.results.failures.length === 0 && (hasFailed(run) || run.coverageFault() !== null)))
    return;
  tell(run, progress);
}

function tell(run: FolderRun, progress: Progress): void {
  const { passed, failures } = run.results;
  run.isTold = true;
  const note = run.isCached ? 'unchanged since' : seconds(run.startedAt);
  const counts = failures.length > 0 ? `${passed} passed, ${failures.length} failed` : `${passed} passed`;
  progress.step(failures.length === 0 && passed > 0, run.folder, `${counts}, ${note}`);
}

function conclude(run: FolderRun, result: TaskResult | undefined, progress: Progress, tally: Tally): void {
  const { folder, results } = run;
  results.end();
  tally.passed += results.passed;
  const log = readLog(run);
  for (const failure of results.failures) tally.fail(describeFailure(folder, failure));
  const reason = otherFailure(results, result) ?? run.coverageFault();
  if (reason !== null) {
    progress.step(false, folder, `${results.passed} passed, but ${reason}`);
    tally.fail(`✗ ${folder}: ${reason}\n${log}`);
    return;
  }
  if (results.failures.length > 0 && log !== '') tally.reports.push(`${folder} also wrote:\n${log}`);
  if (!run.isTold) tell(run, progress);
}

/** Why a run failed in which no test did. */
function otherFailure(results: TapResults, result: TaskResult | undefined): string | null {
  if (result === undefined) return 'its tests were not run';
  if (results.failures.length > 0) return null;
  if (result.exitCode === 0) return results.passed === 0 ? 'it has no tests' : null;
  if (!results.isComplete) return `its tests ended early (exit status ${result.exitCode})`;
  return `exit status ${result.exitCode}`;
}

function hasFailed(run: FolderRun): boolean {
  return rawLog(run).includes('[ELIFECYCLE]');
}

function rawLog(run: FolderRun): string {
  try {
    return readFileSync(run.logFile, 'utf8').trim();
  } catch {
    return '';
  }
}

function readLog(run: FolderRun): string {
  return linesBesideTap(rawLog(run))
    .filter((line) => !/^(\$ tap|\[ELIFECYCLE\]|json-summary report)/.test(line))
    .slice(-80)
    .join('\n');
}
