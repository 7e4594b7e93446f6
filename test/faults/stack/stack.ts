import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Cleanup } from './cleanup.ts';
import { createEngine, type Engine } from './engine.ts';
import { type LaunchedDebrief, launchDebrief } from './launch-debrief.ts';
import { type NatsServer, startNatsServer } from './nats-server.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { isRunning, signalAll } from './processes.ts';
import { type Replica, startReplica } from './replica.ts';
import { createWorkDisk, type WorkDisk } from './work-disk.ts';

export const services = ['directory', 'ingest', 'coaching', 'analytics'] as const;
/** What a call passes through. */
export const apps = [...services, 'transcription', 'gateway'] as const;
export const allApps = [...apps, 'console'] as const;
export type App = (typeof allApps)[number];

export interface Tenant {
  readonly integrationId: string;
  readonly key: string;
}

/** A whole Debrief as processes. */
export interface BaseStack {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  /** Its files. */
  readonly dataDir: string;
  readonly postgres: Pick<PostgresServer, 'query'>;
  readonly engine: Engine;
  readonly workDisk: Pick<WorkDisk, 'leftovers'>;
  /** Two of them. */
  readonly tenants: readonly [Tenant, Tenant];
  newTenant(): Promise<Tenant>;
  /** Ends those that a row has started. */
  stopReplicas(): Promise<void>;
  /** `debrief …`; what it printed. @throws with what it said when it failed. */
  cli(...args: string[]): Promise<string>;
  /** Processes that ended although no fault ended them. */
  unexpectedExits(): string[];
  /** Every process of Debrief. */
  readonly launched: LaunchedDebrief;
}

/** Every process of Debrief once, with servers of its own. */
export interface Stack extends BaseStack {
  readonly postgres: PostgresServer;
  readonly nats: NatsServer;
  readonly workDisk: WorkDisk;
  /** The process that was ready last. */
  pid(app: App): number;
  /** A signal to an app alone. One that ends it is expected to, until the app is ready again. */
  signal(app: App, signal: NodeJS.Signals): Promise<void>;
  /** A second process of an app, or of the entry of another version of it, with the environment of the first. */
  replica(app: App, entry?: string): Promise<Replica>;
}

export interface StackOptions {
  cleanup: Cleanup;
  /** The checkout whose Debrief is started. */
  debrief: string;
  /** An empty folder. */
  folder: string;
  settings: Record<string, string>;
}

export async function startStack(o: StackOptions): Promise<Stack> {
  const { cleanup, debrief, folder } = o;
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const engine = createEngine(folder);
  const starting = [startPostgresServer(cleanup), startNatsServer(cleanup)] as const;
  // Where one does not start, the other is up before it is stopped.
  await Promise.allSettled(starting);
  const [postgres, nats] = await Promise.all(starting);
  const env = { ...o.settings, DATABASE_URL: postgres.url, NATS_URL: nats.url };
  const launched = launchDebrief({ debrief, dataDir, env, mounts: engine.mounts });
  cleanup.teardown(() => launched.stop());
  await launched.ready;

  const read = () =>
    JSON.parse(readFileSync(path.join(dataDir, 'stack.json'), 'utf8')) as {
      base_url: string;
      console_url: string;
      processes: { name: string; pid: number }[];
    };
  const pid = (app: App): number => {
    const found = read().processes.find(({ name }) => name === app);
    if (found === undefined) throw new Error(`no process is called ${app}`);
    return found.pid;
  };
  const { cli, newTenant } = operatorOf(debrief, dataDir);
  const replicas: Replica[] = [];
  const stopReplicas = async () => {
    await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
  };
  cleanup.teardown(stopReplicas);
  const tenants = (await Promise.all([newTenant(), newTenant()])) as [Tenant, Tenant];
  return {
    baseUrl: read().base_url,
    consoleUrl: read().console_url,
    dataDir,
    postgres,
    nats,
    engine,
    workDisk: createWorkDisk(path.join(dataDir, 'work'), () => pid('transcription')),
    tenants,
    newTenant,
    pid,
    async signal(app, signal) {
      const target = pid(app);
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') return signalAll([target], signal);
      launched.expectExit(app);
      signalAll([target], signal);
      if (signal === 'SIGKILL') while (isRunning(target)) await new Promise((done) => setTimeout(done, 5));
    },
    async replica(app, entry) {
      const log = path.join(dataDir, 'logs', `${app}-replica.log`);
      const replica = await startReplica(pid(app), log, entry);
      replicas.push(replica);
      return replica;
    },
    stopReplicas,
    cli,
    unexpectedExits: () => launched.unexpectedExits(),
    launched,
  };
}

/** What the operator of a Debrief does. */
export function operatorOf(debrief: string, dataDir: string): Pick<BaseStack, 'cli' | 'newTenant'> {
  const cli = async (...args: string[]): Promise<string> => {
    const command = ['packages/cli/src/main.ts', '--data-dir', dataDir, '--json', ...args];
    const run = promisify(execFile)(process.execPath, command, { cwd: debrief, maxBuffer: 1e8 });
    return (await run).stdout;
  };
  return {
    cli,
    async newTenant() {
      const names = ['--organization-name', 'Acme', '--name', 'CRM', '--key', 'read-write'];
      const ask = () => cli('integrations', 'create', ...names);
      // A busy machine may not answer in time at first; a tenant that was made in vain does no harm.
      const { id, keys } = JSON.parse(await ask().catch(ask));
      return { integrationId: id, key: keys[0].key };
    },
  };
}
