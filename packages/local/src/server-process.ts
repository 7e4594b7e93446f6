import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import pTimeout from 'p-timeout';
import { logFile } from './log-file.ts';

export interface ServerProcess {
  readonly pid: number;
  /** Resolves with the reason, such as `signal SIGKILL`, when the process has ended for any reason. */
  readonly exited: Promise<string>;
  hasExited(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** Lets this process end while the server is up; the watchdog then stops it. */
  unref(): void;
  /** Sends each signal in turn until the process is gone. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  command: string;
  args: readonly string[];
  logFile: string;
  stopSignals: readonly NodeJS.Signals[];
  stopGraceMs: number;
  cwd: string;
  runAs?: { uid: number; gid: number } | null;
  /** A temporary folder that goes away with the server when this process ends without stopping it. */
  removeAfter?: string;
}

const LOG_MAX_BYTES = 5 * 1024 * 1024;

/**
 * Waits on a pipe that closes when the starting process ends, even by kill -9, and then stops the server. It has its own
 * session, as the server has, so that Ctrl-C reaches only the starter, which stops the apps before their servers.
 */
const WATCHDOG = `
cat >/dev/null
kill -s "$2" "$1" 2>/dev/null
tries=0
while kill -0 "$1" 2>/dev/null && [ "$tries" -lt 100 ]; do
  case "$(cat "/proc/$1/stat" 2>/dev/null)" in *") Z "*) break ;; esac
  sleep 0.1
  tries=$((tries + 1))
done
kill -s KILL "$1" 2>/dev/null
if [ -n "$3" ]; then rm -rf -- "$3"; fi
`;

export function startServer(o: ServerOptions): ServerProcess {
  const log = logFile(o.logFile, { maxBytes: LOG_MAX_BYTES });
  const logFd = log.open();
  const server = spawn(o.command, o.args, {
    ...(o.runAs ?? {}),
    cwd: o.cwd,
    // A server takes its settings from its arguments only: PGDATA, PGPORT and their like must not reach it.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', logFd, logFd],
  });
  closeSync(logFd);
  let ended = false;
  const exited = new Promise<string>((resolve) => {
    const end = (reason: string): void => {
      ended = true;
      log.close();
      watchdog?.kill('SIGKILL');
      resolve(reason);
    };
    server.once('error', (error) => end(error.message));
    server.once('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit status ${code}`));
  });
  const watchdog = server.pid === undefined ? null : watch(server.pid, o);

  function kill(signal: NodeJS.Signals): void {
    if (!ended) server.kill(signal);
  }
  return {
    pid: server.pid ?? 0,
    exited,
    hasExited: () => ended,
    kill,
    unref: () => server.unref(),
    async stop() {
      server.ref();
      for (const signal of [...o.stopSignals, 'SIGKILL'] as const) {
        if (ended) break;
        // A stopped process takes a signal only once it goes on.
        kill('SIGCONT');
        kill(signal);
        await pTimeout(exited, { milliseconds: o.stopGraceMs, fallback: () => '' });
      }
      await exited;
    },
  };
}

function watch(pid: number, o: ServerOptions): ChildProcess {
  const signal = (o.stopSignals[0] ?? 'SIGTERM').replace('SIG', '');
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'watchdog', String(pid), signal, o.removeAfter ?? ''], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  watchdog.on('error', () => {});
  // A child's stdin is a socket underneath; referenced, it would keep this process alive.
  const pipe = watchdog.stdin as unknown as Socket | null;
  pipe?.on('error', () => {});
  pipe?.unref();
  return watchdog;
}

/** The last lines a server wrote, for the message that says why it did not start. */
export function logTail(logFile: string, lines = 8): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}
