import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@debrief/local/poll-until';
import type { Test } from 'tap';
import { projectFolder } from '../../src/start/apps.ts';
import type { WholeStack } from '../../src/start/stack-writer.ts';

const entry = fileURLToPath(new URL('../../src/start/main.ts', import.meta.url));
/** Of the machine, not of each fresh data folder: half the start, and seconds less to stop. */
const compileCache = path.join(projectFolder, '.toolchain/compile-cache');

export interface StartProcess {
  readonly pid: number;
  output(): string;
  /** Resolves when the output holds the text; rejects when the process ends before. */
  says(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Runs `npm start` as a process of its own, with Postgres and NATS of its own. */
export function start(t: Test, ...args: string[]): StartProcess {
  return startWith(t, {}, ...args);
}

/** The same with settings in its environment, such as a NATS that is there already. */
export function startWith(t: Test, settings: NodeJS.ProcessEnv, ...args: string[]): StartProcess {
  const { DATABASE_URL: _database, NATS_URL: _nats, ...inherited } = process.env;
  const env = { NODE_COMPILE_CACHE: compileCache, TEMPORARY_DATA: 'true', ...inherited, ...settings };
  const child: ChildProcess = spawn(process.execPath, [entry, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  t.teardown(async () => {
    if (!hasEnded) child.kill('SIGTERM');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    async says(text) {
      await until(() => output.includes(text) || hasEnded);
      if (!output.includes(text)) throw new Error(`It ended without saying "${text}":\n${output}`);
    },
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

/** A data folder that goes away with the test. */
export function dataFolder(t: Test): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'debrief-start-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

/** The sample's first sentence: recognising all of it takes half a minute of computing. */
export function shortSample(t: Test): string {
  const sample = path.join(projectFolder, 'samples/sales-call');
  const folder = dataFolder(t);
  copyFileSync(path.join(sample, 'submission.json'), path.join(folder, 'submission.json'));
  const cut = ['-v', 'error', '-t', '5', '-i', path.join(sample, 'call.mp3'), path.join(folder, 'call.mp3')];
  execFileSync('ffmpeg', cut);
  return folder;
}

export function readStack(folder: string): WholeStack {
  return JSON.parse(readFileSync(path.join(folder, 'stack.json'), 'utf8')) as WholeStack;
}

export function pidOf(folder: string, name: string): number {
  const { processes, servers } = readStack(folder);
  return [...processes, ...servers].find((process) => process.name === name)?.pid ?? 0;
}

/** Address of an app's readiness; another one after a restart. */
export function healthOf(folder: string, name: string): string {
  return readStack(folder).processes.find((process) => process.name === name)?.health_url ?? '';
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await pollUntil(condition, { intervalMs: 10, timeoutMs: 100_000 }))) throw new Error('not in time');
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
