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
  stdout: string;
  stderr: string;
}

/** Of a child that does one thing and ends. */
export interface RunLimits extends ChildLimits {
  /** Killed after this; time in which this process is frozen does not count. */
  timeoutMs: number;
  /** For so long it may stand still that somebody has stopped. */
  frozenMs?: number;
}

/** A child that says more than this says nothing new. */
const STDERR_MAX_CHARACTERS = 8_192;
const STDOUT_MAX_CHARACTERS = 4 * 1024 * 1024;
const CPU_SAMPLE_MS = 500;
/** About as long as a window takes: the place that it holds is missed by others. */
const FROZEN_MS = 5_000;
/** Less than the lease, which sees that all of a recording stands still, and not one of several windows. */
const SILENT_MS = 60_000;

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

interface GuardedRun {
  command: string;
  args: readonly string[];
  /** What it reads. It sees the folder of it, writes there, and nowhere else. */
  file: string;
  limits: RunLimits;
  signal: AbortSignal;
  /** It said something, or used its CPU: one that hangs, is stopped or waits does neither. */
  onProgress: () => void;
}

/**
 * Runs a guarded program until it ends, at the latest at the end of its time or of ours; one that does nothing for long
 * is killed. One that was stopped (SIGSTOP) says nothing of its recording: it is started again.
 */
export async function runGuarded(options: GuardedRun): Promise<ChildResult> {
  const { user } = await findConfinement();
  const { file } = options;
  if (user !== null) await Promise.all([dirname(file), file].map((path) => chown(path, user, user)));
  for (;;) {
    const { wasFrozen, ...result } = await runOnce(options);
    if (!wasFrozen) return result;
  }
}

async function runOnce(options: GuardedRun): Promise<ChildResult & { wasFrozen: boolean }> {
  const { command, args, file, limits, signal, onProgress } = options;
  signal.throwIfAborted();
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const { child, kill } = await startGuarded({
    ...{ command, args, limits, stdio, signal },
    view: { folder: dirname(file), reads: [] },
  });
  let stdout = '';
  let stderr = '';
  let timedOut = false;
  let wasFrozen = false;
  const stopTimer = afterRunning(limits.timeoutMs, () => {
    timedOut = true;
    kill();
  });
  signal.addEventListener('abort', kill, { once: true });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (stdout.length < STDOUT_MAX_CHARACTERS) stdout += text;
    onProgress();
  });
  const onStill = (why: Still) => {
    wasFrozen = why === 'frozen';
    kill();
  };
  const stopWatching = watchChild(child.pid, { onProgress, onStill, frozenMs: limits.frozenMs });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < STDERR_MAX_CHARACTERS) stderr += text;
  });
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    // It may have ended at that very moment.
    return { status, timedOut, stdout, stderr, wasFrozen: wasFrozen && status === null };
  } finally {
    stopTimer();
    stopWatching();
    signal.removeEventListener('abort', kill);
  }
}

/** Why a child does nothing: somebody has stopped it, or it hangs. */
export type Still = 'frozen' | 'silent';

/**
 * Watches a child by the CPU that it uses: an engine may say nothing before its window ends, which on a busy machine
 * takes longer than a lease. Time is counted in samples, so that what passes while this process is frozen does not count.
 * @returns what ends it.
 */
export function watchChild(
  pid: number | undefined,
  o: { onProgress: () => void; onStill: (why: Still) => void; frozenMs?: number | undefined },
): () => void {
  let isOver = false;
  let used = 0;
  let stillMs = 0;
  const timer = setInterval(async () => {
    const { ticks, isSeen, isStopped } = await lookAt(`${pid}`);
    if (isOver) return;
    stillMs = ticks > used ? 0 : stillMs + CPU_SAMPLE_MS;
    used = ticks;
    if (stillMs === 0) o.onProgress();
    else if (isStopped && stillMs >= (o.frozenMs ?? FROZEN_MS)) o.onStill('frozen');
    else if (isSeen && stillMs >= SILENT_MS) o.onStill('silent');
  }, CPU_SAMPLE_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

interface Sight {
  /** CPU time, of what it started as well. */
  readonly ticks: number;
  /** False where there is no /proc: then only the output of a child counts as progress. */
  readonly isSeen: boolean;
  /** It, or something that it started. */
  readonly isStopped: boolean;
}

async function lookAt(pid: string): Promise<Sight> {
  const [stat, children] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => ''),
  ]);
  // The name in brackets may hold anything. After it: state, then numbers, of which utime and stime (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const theirs = await Promise.all(children.split(' ').filter(Boolean).map(lookAt));
  return {
    ticks: theirs.reduce((sum, { ticks }) => sum + ticks, Number(fields[11] ?? 0) + Number(fields[12] ?? 0)),
    isSeen: stat !== '',
    isStopped: fields[0] === 'T' || theirs.some(({ isStopped }) => isStopped),
  };
}
