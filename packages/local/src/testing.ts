import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDockerReachable, startPostgresContainer } from './docker.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { startNatsProcess } from './nats-process.ts';
import { ensureCommands, natsServer } from './packages.ts';
import { canReach, postgresAccount } from './postgres-account.ts';
import type { ServerProcess } from './server-process.ts';

/** What these helpers need of a tap test. */
export interface Teardown {
  teardown(handler: () => unknown): unknown;
}

/** A server that a test may kill or stop, and start again at the same URL. */
export interface TestServer {
  url: string;
  kill(signal: NodeJS.Signals): void;
  /** After a kill that ends the server. */
  start(): Promise<void>;
  hasExited(): boolean;
}

interface RunningServer {
  url: string;
  port: number;
  server: ServerProcess;
  stop(): Promise<void>;
}

function quiet(): void {}

let shared: Promise<string> | undefined;

/**
 * A superuser's URL: DATABASE_URL where the test run has set it, else of a server that all tests of this process share,
 * in Docker or embedded. It is stopped and its data removed when the process ends.
 */
export function testPostgresUrl(): Promise<string> {
  const configured = process.env.DATABASE_URL;
  if (configured) return Promise.resolve(configured);
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<string> {
  if (await isDockerReachable()) {
    const container = await startPostgresContainer({ password: randomBytes(24).toString('base64url') });
    process.once('beforeExit', () => container.stop());
    return container.url;
  }
  const folder = temporaryFolder('postgres');
  const postgres = await startEmbeddedPostgres({ folder, log: quiet, durable: false, removeAfter: folder });
  postgres.server.unref();
  // Stopped in order when the process has nothing left to do; the watchdog is for a test that is killed.
  process.once('beforeExit', () => stopAndRemove(postgres, folder));
  return postgres.url;
}

/** A Postgres of the test's own, for tests that kill it. */
export async function testPostgres(t: Teardown): Promise<TestServer> {
  const folder = temporaryFolder('postgres');
  const options = { folder, log: quiet, durable: false, removeAfter: folder };
  return restartable(t, folder, (port) => startEmbeddedPostgres({ ...options, ...port }));
}

/** A nats-server of the test's own, with its own store, open to all or to the users given. `wipe` deletes the store; kill the server first. */
export async function testNats(
  t: Teardown,
  authorization?: string,
): Promise<TestServer & { storeDir: string; wipe(): void }> {
  const { [natsServer.command]: binary = '' } = await ensureCommands([natsServer], quiet);
  const folder = temporaryFolder('nats');
  const users = authorization === undefined ? {} : { authorization };
  const options = { binary, folder, log: quiet, removeAfter: folder, ...users };
  const server = await restartable(t, folder, (port) => startNatsProcess({ ...options, ...port }));
  const storeDir = path.join(folder, 'store');
  return { ...server, storeDir, wipe: () => rmSync(storeDir, { recursive: true, force: true }) };
}

async function restartable(
  t: Teardown,
  folder: string,
  run: (port: { port?: number }) => Promise<RunningServer>,
): Promise<TestServer> {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  let running = await run({}).catch((error) => {
    remove();
    throw error;
  });
  t.teardown(() => stopAndRemove(running, folder));
  return {
    url: running.url,
    kill: (signal) => running.server.kill(signal),
    hasExited: () => running.server.hasExited(),
    async start() {
      running = await run({ port: running.port });
    },
  };
}

async function stopAndRemove(server: { stop(): Promise<void> }, folder: string): Promise<void> {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A folder that the account which runs Postgres can enter. */
function temporaryFolder(name: string): string {
  const account = postgresAccount(quiet);
  const base = [tmpdir(), '/var/tmp'].find((folder) => canReach(account, folder)) ?? tmpdir();
  const folder = mkdtempSync(path.join(base, `debrief-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
