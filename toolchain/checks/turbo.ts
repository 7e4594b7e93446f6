import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { killSession, signalGroup } from './process-groups.ts';

export interface TurboRun {
  root: string;
  task: string;
  /** Folders of the workspace; none runs the task of the root. */
  folders?: readonly string[];
  concurrency?: number;
  isForced: boolean;
  env?: NodeJS.ProcessEnv;
  /** Passed on to the tasks' commands. */
  taskArguments?: readonly string[];
  stop: AbortSignal;
  /** A task wrote a line; `source` is its package, or `//`. The whole output is in `.turbo/turbo-<task>.log` there. */
  onLine?: (source: string, text: string) => void;
}

export interface TaskResult {
  exitCode: number;
  isCached: boolean;
}

const STOP_GRACE_MS = 8_000;

/** Runs a task through turbo and answers how it ended in each package, by package name. */
export async function runTurbo(o: TurboRun): Promise<Map<string, TaskResult>> {
  const filters = o.folders?.map((folder) => `--filter=./${folder}`) ?? ['--filter=//'];
  const options = ['--json', '--summarize', '--continue=always', `--concurrency=${o.concurrency ?? 1}`];
  if (o.isForced) options.push('--force');
  if (o.taskArguments?.length) options.push('--', ...o.taskArguments);
  // A session of its own: Ctrl-C reaches us alone, and whatever a test left running can be found by it.
  const child = spawn('turbo', ['run', o.task, ...filters, ...options], {
    cwd: o.root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...o.env,
      TURBO_TELEMETRY_DISABLED: '1',
      TURBO_NO_UPDATE_NOTIFIER: '1',
      NO_COLOR: '1',
    },
  });
  const stop = (): void => {
    signalGroup(child.pid, 'SIGINT');
    setTimeout(() => killSession(child.pid), STOP_GRACE_MS).unref();
  };
  o.stop.addEventListener('abort', stop, { once: true });
  if (o.stop.aborted) stop();

  const messages: string[] = [];
  let summaryFile: string | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { source, text } = parseLine(line);
    if (source !== 'turbo') o.onLine?.(source.replace(/#[^#]*$/, ''), text);
    else {
      summaryFile = /^\s*Summary:\s*(.+\.json)\s*$/.exec(text)?.[1] ?? summaryFile;
      messages.push(text);
    }
  });
  createInterface({ input: child.stderr }).on('line', (line) => messages.push(line));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  o.stop.removeEventListener('abort', stop);
  killSession(child.pid);
  if (summaryFile === undefined) {
    if (o.stop.aborted) return new Map();
    throw new Error(`turbo could not run "${o.task}":\n${messages.join('\n').trim()}`);
  }
  return readSummary(summaryFile, o.task);
}

function parseLine(line: string): { source: string; text: string } {
  try {
    return JSON.parse(line) as { source: string; text: string };
  } catch {
    return { source: 'turbo', text: line };
  }
}

interface Summary {
  tasks: {
    task: string;
    package: string;
    cache: { status: string };
    execution?: { exitCode?: number | null };
  }[];
}

function readSummary(file: string, task: string): Map<string, TaskResult> {
  const summary = JSON.parse(readFileSync(file, 'utf8')) as Summary;
  rmSync(file, { force: true });
  const own = summary.tasks.filter((entry) => entry.task === task || entry.task === `//#${task}`);
  return new Map(
    own.map((entry) => [
      entry.package,
      { exitCode: entry.execution?.exitCode ?? 1, isCached: entry.cache.status === 'HIT' },
    ]),
  );
}
