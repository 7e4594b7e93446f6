import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from './engine.ts';
import { launchDebrief } from './launch-debrief.ts';
import { queryOnce } from './postgres-server.ts';
import { isRunning, signalAll } from './processes.ts';
import { type BaseStack, operatorOf, type StackOptions, type Tenant } from './stack.ts';

/** A server or an app of a cluster. */
export interface ClusterProcess {
  readonly name: string;
  /** Null while it is away. */
  readonly pid: number | null;
  /** Of a Postgres. */
  readonly role?: 'primary' | 'replica' | 'away';
}

/** What `npm run cluster` starts: servers and apps, several of each, which it starts again when they end. */
export interface ClusterStack extends BaseStack {
  servers(): ClusterProcess[];
  apps(): ClusterProcess[];
  /** A signal to one of them; where it ends it, that is expected once. */
  signal(process: ClusterProcess, signal: NodeJS.Signals): Promise<void>;
}

interface StackFile {
  base_url: string;
  console_url: string;
  database_url: string;
  processes: ClusterProcess[];
  servers: ClusterProcess[];
}

export async function startClusterStack(o: StackOptions): Promise<ClusterStack> {
  const { cleanup, debrief, folder, settings } = o;
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const engine = createEngine(folder);
  // Nothing has to outlast a crash of the machine.
  const env = { ...settings, TEMPORARY_DATA: 'true' };
  const launched = launchDebrief({ debrief, dataDir, env, mounts: engine.mounts, isCluster: true });
  cleanup.teardown(() => launched.stop());
  await launched.ready;
  const read = () => JSON.parse(readFileSync(path.join(dataDir, 'stack.json'), 'utf8')) as StackFile;
  const { base_url, console_url, database_url } = read();
  const { cli, newTenant } = operatorOf(debrief, dataDir);
  const workFolder = path.join(dataDir, 'work');
  return {
    baseUrl: base_url,
    consoleUrl: console_url,
    ...{ dataDir, engine, cli, newTenant, launched },
    postgres: { query: (text, values) => queryOnce(database_url, text, values) },
    workDisk: {
      leftovers: () => readdirSync(workFolder).flatMap((name) => readdirSync(path.join(workFolder, name))),
    },
    tenants: (await Promise.all([newTenant(), newTenant()])) as [Tenant, Tenant],
    stopReplicas: async () => {},
    unexpectedExits: () => launched.unexpectedExits(),
    servers: () => read().servers,
    apps: () => read().processes,
    async signal({ name, pid }, signal) {
      if (pid === null) throw new Error(`${name} is away`);
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') launched.expectExit(name);
      signalAll([pid], signal);
      if (signal === 'SIGKILL') while (isRunning(pid)) await new Promise((done) => setTimeout(done, 5));
    },
  };
}
