import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import path from 'node:path';

export interface Container {
  url: string;
  stop(): Promise<void>;
}

const PING_TIMEOUT_MS = 1_000;
const POSTGRES_IMAGE = 'postgres:18-alpine';
const NATS_IMAGE = 'nats:2.11-alpine';
const NATS_PORT = 4222;
const NATS_USERS_FILE = '/etc/nats/users.conf';
const POSTGRES_PORT = 5432;
const USER = 'debrief';

/** Whether a Docker engine answers a ping. Checked first, because loading testcontainers takes long. */
export async function isDockerReachable(): Promise<boolean> {
  const host = process.env.DOCKER_HOST;
  if (host?.startsWith('tcp://'))
    return pings({ host: new URL(host).hostname, port: new URL(host).port || 2375 });
  const sockets = host?.startsWith('unix://')
    ? [host.slice('unix://'.length)]
    : [
        '/var/run/docker.sock',
        path.join(homedir(), '.docker/run/docker.sock'),
        path.join(process.env.XDG_RUNTIME_DIR ?? '/nonexistent', 'docker.sock'),
      ];
  for (const socketPath of sockets) {
    if (existsSync(socketPath) && (await pings({ socketPath }))) return true;
  }
  return false;
}

function pings(address: { socketPath: string } | { host: string; port: number | string }): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ ...address, path: '/_ping', timeout: PING_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.end();
  });
}

/** The name of the volume that belongs to a data folder. */
export function volumeOf(folder: string): string {
  return `debrief-${createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 12)}`;
}

/** Postgres 18 with its data in a named volume, or in none for tests. */
export async function startPostgresContainer(o: { password: string; volume?: string }): Promise<Container> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  class LoopbackPostgres extends PostgreSqlContainer {
    protected override async beforeContainerCreated(): Promise<void> {
      bindToLoopback(this.hostConfig.PortBindings);
    }
  }
  const settings = ['max_connections=200', 'timezone=UTC', 'jit=off', ...(o.volume ? [] : ['fsync=off'])];
  const container = new LoopbackPostgres(POSTGRES_IMAGE)
    .withUsername(USER)
    .withDatabase(USER)
    .withPassword(o.password)
    .withEnvironment({
      POSTGRES_INITDB_ARGS: '--locale-provider=builtin --builtin-locale=C.UTF-8 --encoding=UTF8',
    })
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])]);
  if (o.volume) container.withBindMounts([{ source: o.volume, target: '/var/lib/postgresql' }]);
  const started = await container.start();
  const address = `${hostOf(started)}:${started.getMappedPort(POSTGRES_PORT)}`;
  return {
    url: `postgres://${USER}:${o.password}@${address}/${USER}`,
    async stop() {
      await started.stop({ timeout: 10_000, removeVolumes: false });
    },
  };
}

/** NATS with JetStream; its store is removed with the container, because nothing depends on it. */
export async function startNatsContainer(o: {
  port?: number | undefined;
  authorization?: string;
}): Promise<Container> {
  const { GenericContainer, Wait } = await import('testcontainers');
  class LoopbackNats extends GenericContainer {
    protected override async beforeContainerCreated(): Promise<void> {
      bindToLoopback(this.hostConfig.PortBindings);
    }
  }
  const started = await new LoopbackNats(NATS_IMAGE)
    .withCopyContentToContainer([{ content: o.authorization ?? '', target: NATS_USERS_FILE, mode: 0o600 }])
    .withCommand(['--jetstream', '--store_dir', '/data', '--config', NATS_USERS_FILE])
    .withExposedPorts(o.port ? { container: NATS_PORT, host: o.port } : NATS_PORT)
    .withWaitStrategy(Wait.forLogMessage('Server is ready'))
    .start();
  return {
    url: `nats://${hostOf(started)}:${started.getMappedPort(NATS_PORT)}`,
    async stop() {
      await started.stop({ timeout: 5_000 });
    },
  };
}

/** Docker publishes ports on all interfaces by default, which only an engine on another machine needs. */
function bindToLoopback(bindings: Record<string, { HostIp?: string }[]> | undefined): void {
  if (process.env.DOCKER_HOST?.startsWith('tcp://')) return;
  for (const binding of Object.values(bindings ?? {}).flat()) binding.HostIp = '127.0.0.1';
}

/** `localhost` may also mean ::1, where nothing is published. */
function hostOf(container: { getHost(): string }): string {
  return container.getHost() === 'localhost' ? '127.0.0.1' : container.getHost();
}
