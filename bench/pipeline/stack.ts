import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNats } from '@debrief/local/nats';
import { startPostgres } from '@debrief/local/postgres';
import { type AppName, appEntry, appEnvironment, apps, services } from '../../packages/cli/src/start/apps.ts';
import { readSecrets } from '../../packages/cli/src/start/secrets.ts';
import { prepareServiceRoles } from '../../packages/cli/src/start/service-roles.ts';

/** Every app as a process, with the settings of `npm start` but for those given. */
export interface Stack {
  readonly baseUrl: string;
  readonly natsUrl: string;
  /** Of a superuser. */
  readonly databaseUrl: string;
  readonly pids: ReadonlyMap<string, number>;
  /** Once its code is in the compile cache, so that it runs without the compiler, as after any first start. */
  restartWorker(): Promise<void>;
}

export type StartProcess = (name: string, entry: string, env: NodeJS.ProcessEnv) => Promise<Started>;

export interface Started {
  readonly pid: number;
  readonly ready: { address?: string };
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
/** Apps write their compile caches ten seconds after they are ready. */
export const SETTLE_MS = 12_000;

export const entryOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** @param worker The program that takes the place of the transcription worker. */
export async function startStack(o: {
  folder: string;
  worker: string;
  start: StartProcess;
  stops: AsyncDisposableStack;
  say: (line: string) => void;
}): Promise<Stack> {
  const { folder, stops, say } = o;
  const server = { dataDir: folder, log: say };
  const postgres = await startPostgres(server);
  stops.defer(() => postgres.stop());
  const nats = await startNats(server);
  stops.defer(() => nats.stop());
  const { cursorSecret, rolePassword } = readSecrets(folder);
  const databaseUrls = await prepareServiceRoles({ url: postgres.url, services, rolePassword });
  const workDir = path.join(folder, 'work');
  mkdirSync(workDir);
  const surroundings = {
    natsUrl: nats.url,
    databaseUrls,
    port: 0,
    workDir,
    mailDir: path.join(folder, 'mail'),
    compileCache: path.join(folder, 'compile-cache'),
    cursorSecret,
    allowDownload: [],
  };
  const pids = new Map<string, number>();
  async function startApp(name: AppName): Promise<Started> {
    const entry = name === 'transcription' ? o.worker : appEntry(name);
    const started = await o.start(name, entry, appEnvironment(name, surroundings));
    pids.set(name, started.pid);
    return started;
  }
  const started = new Map(await Promise.all(apps.map(async (name) => [name, await startApp(name)] as const)));
  const address = started.get('gateway')?.ready.address ?? '';
  if (postgres.pid === null || nats.pid === null)
    throw new Error('Stop Docker: its processes cannot be measured');
  pids.set('Postgres', postgres.pid).set('NATS', nats.pid);
  return {
    baseUrl: `${address}/api/v1`,
    natsUrl: nats.url,
    databaseUrl: postgres.url,
    pids,
    async restartWorker() {
      await started.get('transcription')?.stop();
      started.set('transcription', await startApp('transcription'));
    },
  };
}

/** Starts a program that says over IPC when it is ready; it is stopped with the stack. */
export function processStarter(folder: string, stops: AsyncDisposableStack): StartProcess {
  return async (name, entry, env) => {
    const logFile = path.join(folder, `${name}.log`);
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, [entry], {
      env,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    stops.defer(() => stop(child));
    const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
    const exited = once(child, 'exit', { signal: timeout }).then(() => {
      throw new Error(`${name} ended:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    });
    const [ready] = await Promise.race([once(child, 'message', { signal: timeout }), exited]);
    exited.catch(() => {});
    return { pid: child.pid as number, ready, stop: () => stop(child) };
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
