import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { commandOf, environmentOf, signalAll } from './processes.ts';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

export interface Replica {
  readonly pid: number;
  /** Where it listens in public, if it does. */
  readonly address: string | undefined;
  readonly healthUrl: string;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/**
 * A second process of an app in the namespace of the first, with the same environment and a port of its own.
 * @param entry Of another version of the app; the same by default.
 */
export async function startReplica(first: number, logFile: string, entry?: string): Promise<Replica> {
  const { NODE_CHANNEL_FD: _fd, NODE_CHANNEL_SERIALIZATION_MODE: _mode, ...env } = environmentOf(first);
  const log = openSync(logFile, 'a');
  const enter = [
    '-t',
    String(first),
    '-m',
    ...(process.getuid?.() === 0 ? [] : ['-U', '--preserve-credentials']),
  ];
  const command = entry === undefined ? commandOf(first) : [process.execPath, entry];
  const child = spawn('nsenter', [...enter, '--', ...command], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  closeSync(log);
  const pid = child.pid as number;
  const exited = once(child, 'exit');
  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    signalAll([pid], 'SIGCONT');
    signalAll([pid], 'SIGTERM');
    const kill = setTimeout(() => signalAll([-pid], 'SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(kill);
  }
  const ready = once(child, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  const [message] = await Promise.race([
    ready,
    exited.then(([code]) =>
      Promise.reject(new Error(`a replica ended with status ${code}; its log: ${logFile}`)),
    ),
  ]);
  const { address, health_url } = message as { address?: string; health_url: string };
  return { pid, address, healthUrl: health_url, signal: (signal) => signalAll([pid], signal), stop };
}
