import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { isDockerReachable, startPostgresContainer, volumeOf } from './docker.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { readPassword } from './password.ts';

export interface LocalPostgres {
  /** A superuser's URL of the database `debrief`, unless it was configured. */
  readonly url: string;
  /** The server's process, where this process started one. */
  readonly pid: number | null;
  /** Resolves with the reason when that process ends, also when `stop` ended it; never for a server of others. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  /** DATABASE_URL: a Postgres that is already there. */
  url?: string | undefined;
  /** Restarts an embedded Postgres at its old URL. */
  port?: number | undefined;
  /** False only for tests, where a start is to be fast and data need not survive a crash of the machine. */
  durable?: boolean;
}

const CONNECT_TIMEOUT_MS = 5_000;
const never = new Promise<string>(() => {});

/**
 * Uses the given URL, else a Docker engine, else the embedded binaries. Data stays where it was created: a Docker
 * engine that appears later does not hide what the embedded Postgres holds.
 */
export async function startPostgres(o: PostgresOptions): Promise<LocalPostgres> {
  if (o.url) return useConfigured(o.url);
  const folder = path.join(path.resolve(o.dataDir), 'postgres');
  const volumeFile = path.join(folder, 'docker-volume');
  const isInDocker = existsSync(volumeFile);
  const isEmbedded = ['data', 'location'].some((name) => existsSync(path.join(folder, name)));
  if ((isInDocker || !isEmbedded) && (await isDockerReachable())) {
    try {
      return await startInDocker(folder, volumeFile);
    } catch (error) {
      if (isInDocker) throw error;
      o.log(`Docker could not start Postgres (${(error as Error).message}); using the embedded one`);
    }
  } else if (isInDocker) {
    throw new Error(
      `The data of ${o.dataDir} is in a Docker volume. Start Docker, or choose another data folder.`,
    );
  }
  const port = o.port ? { port: o.port } : {};
  const { url, server, stop } = await startEmbeddedPostgres({
    folder,
    log: o.log,
    durable: o.durable ?? true,
    ...port,
  });
  return { url, pid: server.pid, exited: server.exited, stop };
}

async function startInDocker(folder: string, volumeFile: string): Promise<LocalPostgres> {
  mkdirSync(folder, { recursive: true });
  const volume = existsSync(volumeFile) ? readFileSync(volumeFile, 'utf8').trim() : volumeOf(folder);
  const { url, stop } = await startPostgresContainer({ password: readPassword(folder), volume });
  writeFileSync(volumeFile, volume);
  return { url, pid: null, exited: never, stop };
}

async function useConfigured(url: string): Promise<LocalPostgres> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port, pathname } = new URL(url);
    const reason = (error as Error).message || (error as { code?: string }).code;
    throw new Error(
      `DATABASE_URL (${hostname}:${port || 5432}${pathname}) does not answer: ${reason}. Start it, or unset DATABASE_URL to use an embedded Postgres.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
  return { url, pid: null, exited: never, async stop() {} };
}
