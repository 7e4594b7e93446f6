import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { claimFolder, releaseFolder } from '@debrief/local/folder-owner';
import { freePort } from '@debrief/local/free-port';
import type { ProxiedPort } from '@debrief/local/haproxy';
import pTimeout from 'p-timeout';
import {
  type AppName,
  appEntry,
  appEnvironment,
  apps,
  consoleUrl,
  prepareSurroundings,
  services,
} from '../start/apps.ts';
import { publicPort } from '../start/public-port.ts';
import { createStackWriter } from '../start/stack-writer.ts';
import { edge, stopAll } from '../start/stop-all.ts';
import { type SupervisedApp, superviseApp } from '../start/supervise-app.ts';
import { waitUntilReady } from '../start/wait-until-ready.ts';
import type { ClusterOptions } from './options.ts';
import { startClusterServers } from './start-cluster-servers.ts';
import { type TableRow, tableOf } from './table.ts';

/** Copies of each app. A worker's place is a core's. */
const COPIES: Partial<Record<AppName, number>> = { transcription: 3 };
const DEFAULT_COPIES = 2;
const NATS_REPLICAS = '3';
export interface RunningCluster {
  /** Everything is up. Never resolves where it does not come to that. */
  readonly ready: Promise<void>;
  /** Resolves when everything has stopped on request; rejects with the reason when the cluster cannot start. */
  readonly stopped: Promise<void>;
  /** Ends everything at once. */
  stopNow(): never;
}

interface Copy {
  readonly app: AppName;
  /** From 1. */
  readonly index: number;
  readonly name: string;
  /** Of the edge. */
  readonly port: number | null;
  readonly supervised: SupervisedApp;
}

/** Starts a whole cluster on this machine and keeps it running until `stop` is aborted. */
export function startCluster(options: ClusterOptions, stop: AbortSignal): RunningCluster {
  const { dataDir } = options;
  const running: Copy[] = [];
  const servers: { stop(): Promise<void> }[] = [];
  const ready = Promise.withResolvers<void>();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);

  async function run(): Promise<void> {
    // Started by root, Postgres runs as another user, who must pass through.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    claimFolder(dataDir, 'Debrief');
    const stack = createStackWriter(dataDir);
    try {
      await start(stack);
      ready.resolve();
      if (!stop.aborted) await once(stop, 'abort');
    } catch (error) {
      if (!stop.aborted) throw error;
    } finally {
      stack.remove();
      await stopAll(running, servers);
      releaseFolder(dataDir);
    }
  }

  async function start(stack: ReturnType<typeof createStackWriter>): Promise<void> {
    stack.remove();
    const port = await publicPort(options.port, '--port');
    const consolePort = await publicPort(options.consolePort, '--console-port');
    const { allowDownload } = options;
    const surroundings = await prepareSurroundings({ dataDir, port, consolePort, allowDownload });
    const appPorts = await portsOf({ gateway: port, console: consolePort });
    const onChange = () => stack.update();
    const onUp = (server: { stop(): Promise<void> }) => void servers.push(server);
    const { pair, nats, proxy, databaseUrl, databaseUrls, natsUrlOf } = await startClusterServers({
      ...{ dataDir, services, appPorts, say, onUp, onChange, stop },
    });
    stop.throwIfAborted();
    for (const app of apps) {
      for (let index = 1; index <= (COPIES[app] ?? DEFAULT_COPIES); index += 1) {
        const name = `${app}-${index}`;
        const own = appPorts.find((one) => one.name === app)?.servers[index - 1]?.port ?? null;
        const workDir = path.join(surroundings.workDir, name);
        if (app === 'transcription') mkdirSync(workDir);
        const natsUrl = natsUrlOf(app);
        const env = {
          ...appEnvironment(app, { ...surroundings, workDir, natsUrl, databaseUrls }),
          NATS_REPLICAS,
          ...(own === null ? {} : { PORT: String(own) }),
        };
        const supervised = superviseApp({ name, entry: appEntry(app), env, dataDir, say, onChange });
        running.push({ app, index, name, port: own, supervised });
      }
    }
    await allReady();
    const baseUrl = `http://127.0.0.1:${port}/api/v1`;
    const consoleAt = process.env.WEB_APP_URL || consoleUrl(consolePort);
    stack.turnOn(() => ({
      base_url: baseUrl,
      console_url: consoleAt,
      nats_url: natsUrlOf('operator'),
      database_url: databaseUrl,
      processes: running.flatMap(({ supervised }) => supervised.process() ?? []),
      servers: [
        ...pair.servers().map(({ name, pid, role }) => ({ name, pid, role })),
        ...nats.map((server) => ({ name: server.name, pid: server.pid() })),
        { name: 'haproxy', pid: proxy.pid() },
      ],
    }));
    const hostOf = (at: number | string) => `127.0.0.1:${at}`;
    const rows: TableRow[] = [
      { what: 'haproxy', where: hostOf(port), pid: proxy.pid(), role: 'REST API' },
      { what: '', where: hostOf(consolePort), pid: null, role: 'console' },
      { what: '', where: hostOf(new URL(databaseUrl).port), pid: null, role: 'Postgres, whoever is primary' },
      ...pair
        .servers()
        .map(({ name, port: at, pid, role }) => ({ what: name, where: hostOf(at), pid, role })),
      ...nats.map(({ name, url, pid }) => ({
        ...{ what: name, where: new URL(url).host, pid: pid(), role: `JetStream, ${NATS_REPLICAS} copies` },
      })),
      ...running.map(({ name, port: at, supervised }) => ({
        what: name,
        where: at === null ? '' : hostOf(at),
        pid: supervised.process()?.pid ?? null,
        role: '',
      })),
    ];
    for (const line of tableOf(rows)) say(line);
    const command = `npm run -s debrief -- --data-dir ${dataDir}`;
    say(`Debrief is ready at ${baseUrl}`);
    say(`Console:        ${consoleAt}`);
    say(
      `A key for it:   ${command} integrations create --organization-name Acme --name CRM --key read-write`,
    );
    say(`Its logs:       ${path.join(dataDir, 'logs')}`);
    say('Press Ctrl-C to stop the cluster.');
  }

  async function allReady(): Promise<void> {
    const all = running.map(async ({ supervised }) => {
      await supervised.ready;
      await waitUntilReady(supervised, stop);
    });
    await pTimeout(Promise.all(all), { milliseconds: Number.POSITIVE_INFINITY, signal: stop });
  }

  return {
    ready: ready.promise,
    stopped: run(),
    stopNow() {
      for (const { supervised } of running) supervised.kill();
      // The watchdogs of the servers stop them as soon as this process has ended.
      process.exit(130);
    },
  };
}

/** Each copy of the edge gets a port of its own behind the public one. */
async function portsOf(publicPorts: Record<(typeof edge)[number], number>): Promise<ProxiedPort[]> {
  const taken = new Set(Object.values(publicPorts));
  const ports: ProxiedPort[] = [];
  for (const name of edge) {
    const copies: { name: string; port: number }[] = [];
    while (copies.length < DEFAULT_COPIES) {
      const port = await freePort();
      if (taken.has(port)) continue;
      taken.add(port);
      copies.push({ name: `${name}-${copies.length + 1}`, port });
    }
    ports.push({ name, port: publicPorts[name], servers: copies, check: 'listens' });
  }
  return ports;
}
