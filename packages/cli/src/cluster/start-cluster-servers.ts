import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { NatsUser } from '@debrief/contracts/nats-users';
import { freePort, freePorts } from '@debrief/local/free-port';
import { type ProxiedPort, startProxy } from '@debrief/local/haproxy';
import { startNatsMember } from '@debrief/local/nats';
import { ensureCommands, haproxy } from '@debrief/local/packages';
import { pollUntil } from '@debrief/local/poll-until';
import { natsAuthorization, natsUrlOf } from '@debrief/messaging/authorization';
import { Client } from 'pg';
import { installPrograms } from '../start/install-programs.ts';
import { readSecrets } from '../start/secrets.ts';
import { prepareServiceRoles } from '../start/service-roles.ts';
import { refuseOtherData } from '../start/start-servers.ts';
import { type SupervisedServer, superviseServer } from '../start/supervise-server.ts';
import { type SupervisedPair, supervisePair } from './supervise-pair.ts';

export interface ClusterServers {
  readonly pair: SupervisedPair;
  readonly nats: readonly NamedServer[];
  readonly proxy: SupervisedServer;
  /** Of a superuser, at the proxy. */
  readonly databaseUrl: string;
  readonly databaseUrls: Readonly<Record<string, string>>;
  natsUrlOf(user: NatsUser): string;
}

export interface NamedServer extends SupervisedServer {
  readonly name: string;
}

/** Long enough to see what goes on without it. */
const AWAY_MS = 5_000;
const NATS_NAMES = ['nats-1', 'nats-2', 'nats-3'];
const PROXY_TIMEOUT_MS = 30_000;
const SURE_AFTER = 4;

/** Starts Postgres with its replica, three NATS servers, and the proxy that leads to them and to the apps. */
export async function startClusterServers(o: {
  dataDir: string;
  services: readonly string[];
  /** Ports of the apps that the proxy leads to as well. */
  appPorts: readonly ProxiedPort[];
  say: (line: string) => void;
  onUp: (server: { stop(): Promise<void> }) => void;
  onChange: () => void;
  stop: AbortSignal;
}): Promise<ClusterServers> {
  const { dataDir, say } = o;
  await ensureCommands([haproxy], say);
  await installPrograms({ isNatsConfigured: false, say });
  o.stop.throwIfAborted();
  const { rolePassword, natsPassword } = readSecrets(dataDir);

  async function startPair(): Promise<SupervisedPair> {
    const folder = path.join(dataDir, 'postgres');
    // Postgres may run as another user, who passes through.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const durable = process.env.TEMPORARY_DATA !== 'true';
    const pair = await supervisePair({ ...o, dataDir: folder, durable, awayMs: AWAY_MS });
    o.onUp(pair);
    return pair;
  }

  async function startNats(): Promise<NamedServer[]> {
    const routePorts = await freePorts(NATS_NAMES.length);
    const authorization = natsAuthorization(natsPassword);
    const folder = path.join(dataDir, 'nats');
    return Promise.all(
      NATS_NAMES.map(async (name, index) => {
        const member = {
          name,
          routePort: routePorts[index] ?? 0,
          routePorts,
          routePassword: natsPassword('route'),
        };
        const start = (port?: number) =>
          startNatsMember({ dataDir: folder, log: say, authorization, member, port });
        const server = { ...(await superviseServer(name, start, { ...o, awayMs: AWAY_MS })), name };
        o.onUp(server);
        return server;
      }),
    );
  }

  const [first, second] = await Promise.allSettled([startPair(), startNats()]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  const [pair, nats] = [first.value, second.value];
  o.stop.throwIfAborted();
  const postgresPort = await freePort();
  const ports: ProxiedPort[] = [
    { name: 'postgres', port: postgresPort, servers: pair.servers(), check: 'postgres' },
    ...o.appPorts,
  ];
  const proxy = await superviseServer(
    'haproxy',
    () => startProxy({ folder: path.join(dataDir, 'haproxy'), ports, log: say }),
    o,
  );
  o.onUp(proxy);
  const atProxy = (url: string): string => {
    const proxied = new URL(url);
    proxied.port = String(postgresPort);
    return proxied.href;
  };
  const databaseUrl = atProxy(pair.primaryUrl());
  const roles = await prepareServiceRoles({ url: pair.primaryUrl(), services: o.services, rolePassword });
  const databaseUrls = Object.fromEntries(Object.entries(roles).map(([name, url]) => [name, atProxy(url)]));
  await untilAnswered(databaseUrl, o.stop);
  await refuseOtherData(databaseUrls);
  const natsUrls = nats.map(({ url }) => url).join(',');
  return {
    ...{ pair, nats, proxy, databaseUrl, databaseUrls },
    natsUrlOf: (user) => natsUrlOf(natsUrls, user, natsPassword(user)),
  };
}

/** The proxy has to find out first which of the two takes connections. */
async function untilAnswered(url: string, signal: AbortSignal): Promise<void> {
  async function answers(): Promise<boolean> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
  // It tries the two in turn as long as it knows nothing of them.
  const answersSurely = async () => {
    for (let tries = 1; tries <= SURE_AFTER; tries += 1) if (!(await answers())) return false;
    return true;
  };
  if (!(await pollUntil(answersSurely, { intervalMs: 50, timeoutMs: PROXY_TIMEOUT_MS, signal })))
    throw new Error(`Postgres does not answer behind the proxy after ${PROXY_TIMEOUT_MS / 1000} s`);
}
