import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, constants, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterRunning } from '../running-time.ts';
import { type ChildLimits, ENVIRONMENT, findConfinement, type View } from './confinement.ts';

export interface ChildResult {
  /** Exit status; null when it was killed. */
  status: number | null;
  timedOut: boolean;
  stderr: string;
}

/** Of a child that does one thing and ends. */
export interface RunLimits extends ChildLimits {
  /** Killed after this; time in which this process is frozen does not count. */
  timeoutMs: number;
}

/** A child that says more than this says nothing new. */
const STDERR_MAX_BYTES = 8_192;
const CPU_SAMPLE_MS = 500;

/** Whether `runGuarded` finds the program. */
export async function isInstalled(command: string): Promise<boolean> {
  const files = ENVIRONMENT.PATH.split(':').map((folder) => join(folder, command));
  const found = await Promise.allSettled(files.map((file) => access(file, constants.X_OK)));
  return found.some(({ status }) => status === 'fulfilled');
}

/**
 * Starts a program that reads what a stranger sent: no shell, an empty environment, confined as far as the system lets
 * us, and killed also when this process is itself killed.
 */
export async function startGuarded(options: {
  command: string;
  args: readonly string[];
  view: View;
  limits: ChildLimits;
  stdio: StdioOptions;
  signal: AbortSignal;
}): Promise<{ child: ChildProcess; kill: () => void }> {
  const { command, view, limits, stdio, signal } = options;
  const { wrap } = await findConfinement();
  const [program = command, ...args] = [...wrap(view, limits), command, ...options.args];
  // Nobody would hear of an abort that came meanwhile.
  signal.throwIfAborted();
  // A group of its own, so that the wrappers and what they run end together. Not in our folder, where some programs
  // would look for libraries.
  const child = spawn(program, args, { env: ENVIRONMENT, cwd: '/', stdio, detached: true });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It was gone already.
    }
  };
  return { child, kill };
}

/** Runs a guarded program until it ends, at the latest at the end of its time or of ours. */
export async function runGuarded(options: {
  command: string;
  args: readonly string[];
  /** What it reads. It sees the folder of it, writes there, and nowhere else. */
  file: string;
  limits: RunLimits;
  signal: AbortSignal;
  onStdout: (chunk: Buffer) => void;
  /** It said something, or used its CPU: one that hangs, is stopped or waits does neither. */
  onProgress: () => void;
}): Promise<ChildResult> {
  const { command, args, file, limits, signal, onProgress } = options;
  signal.throwIfAborted();
  const folder = dirname(file);
  const { user } = await findConfinement();
  if (user !== null) await Promise.all([folder, file].map((path) => chown(path, user, user)));
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const { child, kill } = await startGuarded({
    ...{ command, args, limits, stdio, signal },
    view: { folder, reads: [] },
  });
  let stderr = '';
  let timedOut = false;
  const stopTimer = afterRunning(limits.timeoutMs, () => {
    timedOut = true;
    kill();
  });
  signal.addEventListener('abort', kill, { once: true });
  child.stdout?.on('data', (chunk: Buffer) => {
    options.onStdout(chunk);
    onProgress();
  });
  const stopWatching = watchCpu(child.pid, onProgress);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < STDERR_MAX_BYTES) stderr += text;
  });
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    return { status, timedOut, stderr };
  } finally {
    stopTimer();
    stopWatching();
    signal.removeEventListener('abort', kill);
  }
}

/** An engine may say nothing before its window ends, which on a busy machine takes longer than a lease. */
export function watchCpu(pid: number | undefined, onProgress: () => void): () => void {
  let used = 0;
  const timer = setInterval(async () => {
    const ticks = await cpuTicks(`${pid}`);
    if (ticks > used) onProgress();
    used = ticks;
  }, CPU_SAMPLE_MS);
  return () => clearInterval(timer);
}

/**
 * CPU time in clock ticks of a process and of what it started; 0 where there is no /proc, and only the output of a
 * child counts as progress.
 */
async function cpuTicks(pid: string): Promise<number> {
  const [stat, children] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => ''),
  ]);
  // The name in brackets may hold anything. After it: state, then numbers, of which utime and stime (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  const theirs = await Promise.all(children.split(' ').filter(Boolean).map(cpuTicks));
  return theirs.reduce((sum, ticks) => sum + ticks, own);
}
