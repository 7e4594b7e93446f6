import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterRunning } from '../running-time.ts';

export interface ChildLimits {
  /** Killed after this; time in which this process is frozen does not count. */
  timeoutMs: number;
  cpuSeconds: number;
  /** Address space; far above what a decoder needs, far below what a bomb takes. */
  memoryBytes: number;
}

export interface ChildResult {
  /** Exit status; null when it was killed. */
  status: number | null;
  timedOut: boolean;
  stderr: string;
}

/** A child that says more than this says nothing new. */
const STDERR_MAX_BYTES = 8_192;
const CPU_SAMPLE_MS = 500;
/** Enough to be found, and nothing of ours: no keys, no addresses, no proxies. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', LC_ALL: 'C' };

/** Whether `runGuarded` finds the program. */
export async function isInstalled(command: string): Promise<boolean> {
  const files = ENVIRONMENT.PATH.split(':').map((folder) => join(folder, command));
  const found = await Promise.allSettled(files.map((file) => access(file, constants.X_OK)));
  return found.some(({ status }) => status === 'fulfilled');
}

/**
 * Runs a program that reads what a stranger sent: no shell, an empty environment, no network where the system lets us
 * take it away, limits on memory and CPU where prlimit exists, and a kill at the end of its time or of ours, also when
 * this process is itself killed.
 */
export async function runGuarded(options: {
  command: string;
  args: readonly string[];
  limits: ChildLimits;
  signal: AbortSignal;
  onStdout: (chunk: Buffer) => void;
  /** It said something, or used its CPU: one that hangs, is stopped or waits does neither. */
  onProgress: () => void;
}): Promise<ChildResult> {
  const { limits, signal, onProgress } = options;
  signal.throwIfAborted();
  const [program = options.command, ...args] = [
    ...(await confinement(limits)),
    options.command,
    ...options.args,
  ];
  // A group of its own, so that the wrappers and what they run end together.
  const child = spawn(program, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let stderr = '';
  let timedOut = false;
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It was gone already.
    }
  };
  const stopTimer = afterRunning(limits.timeoutMs, () => {
    timedOut = true;
    kill();
  });
  signal.addEventListener('abort', kill, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    options.onStdout(chunk);
    onProgress();
  });
  const stopWatching = watchCpu(child.pid, onProgress);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
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

/**
 * An engine may say nothing before its window ends, which on a busy machine takes longer than a lease. The wrappers
 * become the program, so it is one process.
 */
function watchCpu(pid: number | undefined, onProgress: () => void): () => void {
  let used = 0;
  const timer = setInterval(async () => {
    const ticks = await cpuTicks(pid);
    if (ticks > used) onProgress();
    used = ticks;
  }, CPU_SAMPLE_MS);
  return () => clearInterval(timer);
}

/** CPU time in clock ticks; 0 where there is no /proc, and only the output of a child counts as progress. */
async function cpuTicks(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in brackets may hold anything. After it: state, then numbers, of which utime and stime (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

async function confinement(limits: ChildLimits): Promise<string[]> {
  const [diesWithUs, hasNamespaces, hasLimits] = await wrappers();
  return [
    ...(diesWithUs ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []),
    ...(hasNamespaces ? ['unshare', '-n', '--'] : []),
    ...(hasLimits
      ? ['prlimit', `--as=${limits.memoryBytes}`, `--cpu=${limits.cpuSeconds}`, '--core=0', '--']
      : []),
  ];
}

let found: Promise<boolean[]> | null = null;

/** Tried once a process: a container without the privilege, or another system, runs the child with the other limits. */
function wrappers(): Promise<boolean[]> {
  found ??= Promise.all([
    works('setpriv', ['--pdeathsig', 'KILL', '--', 'true']),
    works('unshare', ['-n', '--', 'true']),
    works('prlimit', ['--core=0', '--', 'true']),
  ]);
  return found;
}

async function works(command: string, args: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(command, args, { env: ENVIRONMENT, timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}
