import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadyMessage } from '@debrief/service-kit/run';
import pTimeout from 'p-timeout';
import { appLog } from './app-log.ts';
import { createBackOff } from './back-off.ts';

export interface AppProcess {
  readonly name: string;
  readonly pid: number;
  readonly health_url: string;
}

export interface SupervisedApp {
  readonly name: string;
  readonly logFile: string;
  /** The process that was ready last. */
  process(): AppProcess | null;
  /** Resolves when the app is ready for the first time; rejects when it cannot be started. */
  readonly ready: Promise<void>;
  /** Lets it finish its work, then kills it after the grace period. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

export interface AppOptions {
  readonly name: string;
  readonly entry: string;
  readonly env: Record<string, string>;
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly onChange: () => void;
}

/** An invalid configuration: another try would end the same way. */
const EXIT_CONFIGURATION = 78;
const FIRST_START_TRIES = 3;

/** Runs an app as a process of its own and restarts it whenever it ends by itself. */
export function superviseApp(o: AppOptions): SupervisedApp {
  const log = appLog(o.dataDir, o.name);
  const backOff = createBackOff();
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  // It may fail before anybody waits for it.
  first.promise.catch(() => {});
  let lastReady: AppProcess | null = null;

  function start(): { child: ChildProcess; ended: Promise<void> } {
    let readyAtMs: number | null = null;
    const logFd = log.open();
    // A process group of its own: Ctrl-C in the terminal reaches the supervisor alone, which stops the apps in order,
    // and the processes that an app leaves behind can be killed with the group.
    const child = spawn(process.execPath, [o.entry], {
      env: o.env,
      detached: true,
      stdio: ['ignore', logFd, logFd, 'ipc'],
    });
    closeSync(logFd);
    child.on('message', (message) => {
      if (!isReady(message)) return;
      readyAtMs = performance.now();
      lastReady = { name: o.name, pid: child.pid as number, health_url: message.health_url };
      first.resolve();
      o.onChange();
    });
    const ended = Promise.withResolvers<void>();
    const end = (reason: string, code: number | null): void => {
      killGroup(child);
      ended.resolve();
      const ranForMs = readyAtMs === null ? 0 : performance.now() - readyAtMs;
      if (!stopping.signal.aborted) restart(reason, code, ranForMs);
    };
    child.once('error', (error) => end(error.message, null));
    child.once('exit', (code, signal) => end(signal ?? `exit status ${code}`, code));
    return { child, ended: ended.promise };
  }

  function restart(reason: string, code: number | null, ranForMs: number): void {
    const { count, delayMs } = backOff.ended(ranForMs);
    if (lastReady === null && (code === EXIT_CONFIGURATION || count >= FIRST_START_TRIES)) {
      first.reject(
        new Error(`${o.name} does not start (${reason}). Its log, ${log.file}, ends with:\n${log.tail()}`),
      );
      return;
    }
    o.say(
      count < FIRST_START_TRIES
        ? `${o.name} ended (${reason}); restarting it`
        : `${o.name} ended ${count} times in a row (${reason}); restarting it in ${Math.ceil(delayMs / 1000)} s. Its log: ${log.file}`,
    );
    sleep(delayMs, undefined, { signal: stopping.signal }).then(
      () => {
        current = start();
      },
      () => {},
    );
  }

  let current = start();
  return {
    name: o.name,
    logFile: log.file,
    process: () => lastReady,
    ready: first.promise,
    async stop(graceMs) {
      stopping.abort();
      const { child, ended } = current;
      // A process that was stopped (SIGSTOP) takes a signal only once it continues.
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await pTimeout(ended, { milliseconds: graceMs, fallback: () => killGroup(child) });
      await ended;
      log.close();
    },
    kill() {
      stopping.abort();
      killGroup(current.child);
      log.close();
    },
  };
}

function isReady(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}

/** Kills an app with all processes it has started, also when the app itself has ended. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}
