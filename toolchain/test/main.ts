import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  ensureCommands,
  ffmpeg,
  findChromium,
  headlessChromium,
  natsServer,
  pocketsphinx,
  promtool,
} from '@debrief/local/packages';
import { testPostgresUrl } from '@debrief/local/testing';
import { describeFailures, type FailedTask } from './failures.ts';
import { prepareTap } from './prepare-tap.ts';
import { readFailures, readResults } from './results.ts';

/**
 * `npm test`: turbo runs the checks and the tests of every folder, or leaves out what has not changed since it passed.
 * This file does what turbo and tap cannot: bring the programs and the Postgres that tests need, and add up.
 */
const usage = `Usage: npm test                          everything CI does
       npm test -- apps/ingest           one folder, or several, with the packages it depends on
       npm test -- apps/ingest/test/app.test.ts
Options:
  --times   list the slowest test files
  --long    long runs of the fuzz and property tests (npm run test:long)
  --force   run again what has not changed since it passed`;

const root = path.resolve(import.meta.dirname, '../..');
const checks = ['lint', 'types', 'dependencies', 'generated', 'links'];
const TASKS_AT_ONCE = 3;
/** A turbo of its own starts it first. The other begins with the folders whose `turbo.json` names no `dependsOn`. */
const LONGEST = 'test/acceptance';
const SLOWEST_SHOWN = 15;
const compileCache = path.join(root, '.toolchain/compile-cache');
const MEMORY_NEEDED_BYTES = 2 * 1024 ** 3;

const { values: options, positionals } = readArguments();
if (options.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const selected = positionals.map(select);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await ensureCommands([natsServer, ffmpeg, pocketsphinx, promtool], say);
// Tests that need a browser say so and are skipped where there is none.
await ensureCommands([headlessChromium], say).catch((error: Error) => {
  const other = findChromium();
  const better = `with ${headlessChromium.command} that takes a third less computing`;
  say(other === null ? error.message : `Pages are looked at with ${other}; ${better}`);
});
keepTemporaryFilesInMemory();
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
  // No test fetches a model, or hears with one that this account has.
  FETCH_MODELS: 'false',
  MODELS_DIR: path.join(root, '.tap/no-models'),
  // Each test file is a process of its own, and compiling takes half of its start.
  NODE_COMPILE_CACHE: compileCache,
  ...(options.long && { TEST_LONG: '1' }),
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
};
let isStopped = false;
const isCold = !existsSync(compileCache);
async function warmUp(...imported: string[]): Promise<void> {
  if (isCold) await run([process.execPath, 'toolchain/test/warm-up.ts', ...imported], root);
}
const [databaseUrl] = await Promise.all([
  testPostgresUrl(),
  warmUp(),
  prepareTap(root).then(() => warmUp('tap')),
]);
env.DATABASE_URL = databaseUrl;
const hasFiles = selected.some(({ files }) => files.length > 0);
if (isStopped) process.exitCode = 130;
else process.exitCode = hasFiles ? await runFiles() : await runTasks();

/** Test files that were asked for by name: every test is shown. */
async function runFiles(): Promise<number> {
  const folders = Map.groupBy(selected, ({ folder }) => folder);
  let worst = 0;
  for (const [folder, parts] of folders) {
    const runFiles = path.join(import.meta.dirname, 'run-files.ts');
    const files = parts.flatMap((part) => part.files);
    worst = Math.max(
      worst,
      await run([process.execPath, runFiles, '--show', ...files], path.join(root, folder)),
    );
  }
  return worst;
}

async function runTasks(): Promise<number> {
  const summaries = path.join(root, '.turbo/runs');
  rmSync(summaries, { recursive: true, force: true });
  const filters = selected.map(({ folder }) => `--filter=./${folder}...`);
  const runs =
    selected.length > 0
      ? [runTurbo(['test', ...filters], TASKS_AT_ONCE)]
      : [
          runTurbo(['test', `--filter=./${LONGEST}`], 1),
          runTurbo([...checks, 'test', `--filter=!./${LONGEST}`], TASKS_AT_ONCE - 1),
        ];
  const codes = await Promise.all(runs);
  if (isStopped) {
    say('\nStopped before the end.');
    return 130;
  }
  const files = globSync(path.join(summaries, '*.json'));
  const { passed, failed } = addUp(files);
  say(`\n${passed} passed, ${failed} failed`);
  return failed > 0 || files.length < runs.length ? 1 : Math.max(...codes);
}

function runTurbo(tasks: string[], concurrency: number): Promise<number> {
  const isForced = options.force || options.long || process.env.CI;
  return run(
    [
      ...['turbo', 'run', ...tasks, '--summarize', '--continue=always', `--concurrency=${concurrency}`],
      ...['--log-order=grouped', '--log-prefix=none', ...(isForced ? ['--force'] : [])],
    ],
    root,
  );
}

interface Summary {
  tasks: { task: string; directory: string; execution?: { exitCode?: number | null } }[];
}

/** The assertions of every folder; a task that failed in any other way counts as one. */
function addUp(summaries: string[]): { passed: number; failed: number } {
  const total = { passed: 0, failed: 0 };
  const files: { name: string; seconds: number }[] = [];
  const failedTasks: FailedTask[] = [];
  if (summaries.length === 0) return { passed: 0, failed: 1 };
  const runs = summaries.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Summary);
  for (const { task, directory, execution } of runs.flatMap(({ tasks }) => tasks)) {
    if (task === 'sources') continue;
    const isTest = task === 'test';
    const results = isTest ? readResults(path.join(root, directory)) : null;
    const failed = results?.failed || (execution?.exitCode === 0 ? 0 : 1);
    total.passed += results?.passed ?? 0;
    total.failed += failed;
    if (failed > 0) {
      const failures = isTest ? readFailures(path.join(root, directory)) : [];
      failedTasks.push({ name: isTest ? directory : task, failures });
    }
    for (const { name, seconds } of results?.files ?? [])
      files.push({ name: `${directory}/${name}`, seconds });
  }
  if (options.times) {
    files.sort((a, b) => b.seconds - a.seconds);
    say('\nSlowest test files:');
    for (const { name, seconds } of files.slice(0, SLOWEST_SHOWN))
      say(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
  if (failedTasks.length > 0) say(['\nWhat failed:', ...describeFailures(failedTasks)].join('\n'));
  return total;
}

/** Ctrl-C reaches the whole process group; a signal to this process alone is passed on. */
async function run([command = '', ...args]: string[], cwd: string): Promise<number> {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isStopped = true;
      if (signal !== 'SIGINT') child.kill(signal);
    });
  }
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        times: { type: 'boolean' },
        long: { type: 'boolean' },
        force: { type: 'boolean' },
      },
    });
  } catch (error) {
    return fail((error as Error).message.replace(/\. .*/s, '.'));
  }
}

/** Test databases and NATS stores are made and removed all the time; a disk takes five times as long for them. */
function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync('/dev/shm')) return;
  const { bavail, bsize } = statfsSync('/dev/shm');
  if (bavail * bsize > MEMORY_NEEDED_BYTES) process.env.TMPDIR = '/dev/shm';
}

/** A folder with tests, or test files in one. */
function select(argument: string): { folder: string; files: string[] } {
  const file = path.relative(root, path.resolve(argument));
  for (let folder = file; folder !== '.' && folder !== ''; folder = path.dirname(folder)) {
    if (!existsSync(path.join(root, folder, 'package.json'))) continue;
    if (folder === file) return { folder, files: [] };
    if (existsSync(path.join(root, file))) return { folder, files: [path.relative(folder, file)] };
  }
  return fail(`There are no tests at "${argument}".`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n${usage}\n`);
  process.exit(1);
}
