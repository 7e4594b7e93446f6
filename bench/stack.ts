import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNats } from '@debrief/local/nats';
import { startPostgres } from '@debrief/local/postgres';
import { Client } from 'pg';
import {
  type AppName,
  appEntry,
  appEnvironment,
  apps,
  loadAppSettings,
  services,
} from '../packages/cli/src/start/apps.ts';
import { readSecrets } from '../packages/cli/src/start/secrets.ts';
import { prepareServiceRoles } from '../packages/cli/src/start/service-roles.ts';

/** Every app as a process, with the settings of `npm start` but for those given. */
export interface Stack {
  readonly baseUrl: string;
  readonly natsUrl: string;
  /** Of a superuser. */
  readonly databaseUrl: string;
  readonly client: Client;
  readonly pids: ReadonlyMap<string, number>;
  /**
   * Once its code is in the compile cache, so that it runs without the compiler, as after any first start.
   * @returns the seconds that it took to start.
   */
  restart(name: AppName): Promise<number>;
  stopWorker(): Promise<void>;
  /** One more process of an app, beside those that run. */
  addCopy(name: AppName): Promise<Started>;
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

/** A file beside the one that asks, whose URL is given. */
export const fileBeside = (url: string, name: string): string => fileURLToPath(new URL(name, url));

/** What a measurement is given to run in. */
export interface Surroundings {
  readonly folder: string;
  readonly start: StartProcess;
  /** What is to be stopped afterwards, in the opposite order. */
  readonly stops: AsyncDisposableStack;
  /** Aborted when the measurement is to end: it was stopped, or something that it needs has died. */
  readonly signal: AbortSignal;
  /** Called when something that was ready ends by itself. */
  readonly onDeath: (error: Error) => void;
  readonly say: (line: string) => void;
}

/** @param worker The program that takes the place of the transcription worker. */
export async function startStack(o: Surroundings, worker: string): Promise<Stack> {
  const { folder, stops, say } = o;
  const server = { dataDir: folder, log: say };
  const postgres = await startPostgres(server);
  follow('Postgres', postgres, o);
  const nats = await startNats(server);
  follow('NATS', nats, o);
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  stops.defer(() => client.end());
  const { cursorSecret, invitationSecret, rolePassword } = readSecrets(folder);
  const databaseUrls = await prepareServiceRoles({ url: postgres.url, services, rolePassword });
  const workDir = path.join(folder, 'work');
  mkdirSync(workDir);
  const surroundings = {
    settings: await loadAppSettings(),
    natsUrl: nats.url,
    databaseUrls,
    port: 0,
    consolePort: 0,
    workDir,
    audioDir: path.join(folder, 'audio'),
    mailDir: path.join(folder, 'mail'),
    erasureList: path.join(folder, 'erased.jsonl'),
    compileCache: path.join(folder, 'compile-cache'),
    cursorSecret,
    invitationSecret,
    allowDownload: [],
    dataDir: folder,
  };
  const pids = new Map<string, number>();
  async function startApp(name: AppName, copy = 1): Promise<Started> {
    const entry = name === 'transcription' ? worker : appEntry(name);
    const own = copy === 1 ? name : `${name} ${copy}`;
    const workDir = path.join(surroundings.workDir, own);
    mkdirSync(workDir, { recursive: true });
    // What is compared with it keeps no audio either.
    const env = { ...appEnvironment(name, { ...surroundings, workDir }), AUDIO_URL: '', AUDIO_DAYS: '0' };
    const started = await o.start(own, entry, env);
    pids.set(own, started.pid);
    return started;
  }
  const copies = new Map<AppName, number>();
  const started = new Map(await Promise.all(apps.map(async (name) => [name, await startApp(name)] as const)));
  if (postgres.pid === null || nats.pid === null)
    throw new Error('Stop Docker: its processes cannot be measured');
  pids.set('Postgres', postgres.pid).set('NATS', nats.pid);
  return {
    get baseUrl() {
      return `${started.get('gateway')?.ready.address ?? ''}/api/v1`;
    },
    natsUrl: nats.url,
    databaseUrl: postgres.url,
    client,
    pids,
    addCopy(name) {
      const copy = (copies.get(name) ?? 1) + 1;
      copies.set(name, copy);
      return startApp(name, copy);
    },
    async stopWorker() {
      await started.get('transcription')?.stop();
      pids.delete('transcription');
    },
    async restart(name) {
      await started.get(name)?.stop();
      const startedAt = performance.now();
      started.set(name, await startApp(name));
      return (performance.now() - startedAt) / 1_000;
    },
  };
}

function follow(
  name: string,
  server: { exited: Promise<string>; stop(): Promise<void> },
  { stops, onDeath }: Surroundings,
): void {
  let isStopping = false;
  stops.defer(() => {
    isStopping = true;
    return server.stop();
  });
  void server.exited.then((reason) => {
    if (!isStopping) onDeath(new Error(`${name} ended: ${reason}`));
  });
}

/**
 * Starts a program that says over IPC when it is ready; it is stopped with the stack.
 * @param onDeath called when one that was ready ends by itself.
 */
export function processStarter(
  folder: string,
  stops: AsyncDisposableStack,
  onDeath: (error: Error) => void,
): StartProcess {
  return async (name, entry, env) => {
    const logFile = path.join(folder, `${name}.log`);
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, [entry], {
      env,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    let isStopping = false;
    const stopChild = () => {
      isStopping = true;
      return stop(child);
    };
    stops.defer(stopChild);
    const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
    const death = () => new Error(`${name} ended:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    const exited = once(child, 'exit', { signal: timeout }).then(() => {
      throw death();
    });
    const [ready] = await Promise.race([once(child, 'message', { signal: timeout }), exited]);
    exited.catch(() => {});
    child.once('exit', () => {
      if (!isStopping) onDeath(death());
    });
    return { pid: child.pid as number, ready, stop: stopChild };
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
