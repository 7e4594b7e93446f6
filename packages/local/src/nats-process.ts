import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { claimFolder, releaseFolder, stopLeftOver } from './folder-owner.ts';
import { PortInUseError, startOnPort } from './free-port.ts';
import { pollUntil } from './poll-until.ts';
import { logTail, type ServerProcess, startServer } from './server-process.ts';

export interface NatsProcess {
  readonly url: string;
  readonly port: number;
  readonly server: ServerProcess;
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 30_000;

/** A server's place in a cluster whose members keep copies of each other's streams. */
export interface ClusterMember {
  /** Of this server; each has another. */
  name: string;
  /** Where the other members reach it. */
  routePort: number;
  /** The route ports of all. */
  routePorts: readonly number[];
  /** Lets the members in to each other. */
  routePassword: string;
}

/**
 * nats-server with JetStream on loopback; `folder` holds its store, configuration and log, and is its owner's alone.
 * @param o.authorization part of the configuration that says who gets in; without it, everybody on this machine.
 */
export async function startNatsProcess(o: {
  binary: string;
  folder: string;
  log: (line: string) => void;
  port?: number;
  authorization?: string;
  member?: ClusterMember;
  removeAfter?: string;
}): Promise<NatsProcess> {
  const folder = path.resolve(o.folder);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  claimFolder(folder, 'NATS');
  const configFile = path.join(folder, 'nats.conf');
  const pidFile = path.join(folder, 'nats.pid');
  const logFile = path.join(folder, 'nats.log');
  const signals = ['SIGTERM', 'SIGKILL'] as const;
  await stopLeftOver({ pidFile, commandHolds: configFile, signals, graceMs: 5_000, log: o.log });

  return startOnPort(o.port, async (port) => {
    const { authorization = '', member } = o;
    const text = configuration({ port, folder, pidFile, authorization, member });
    writeFileSync(configFile, text, { mode: 0o600 });
    chmodSync(configFile, 0o600);
    const server = startServer({
      command: o.binary,
      args: ['-c', configFile],
      logFile,
      stopSignals: ['SIGTERM'],
      stopGraceMs: 5_000,
      cwd: folder,
      ...(o.removeAfter ? { removeAfter: o.removeAfter } : {}),
    });
    try {
      await waitUntilReady(server, port);
    } catch (error) {
      await server.stop();
      const log = logTail(logFile);
      const Failure = log.includes('address already in use') ? PortInUseError : Error;
      throw new Failure(`nats-server did not start: ${error}\n${log}`);
    }
    return {
      url: `nats://127.0.0.1:${port}`,
      port,
      server,
      async stop() {
        await server.stop();
        releaseFolder(folder);
      },
    };
  });
}

function configuration(o: {
  port: number;
  folder: string;
  pidFile: string;
  authorization: string;
  member: ClusterMember | undefined;
}): string {
  // Without a limit the server takes a share of the free disk, and a small disk then refuses our streams.
  return `server_name: ${o.member?.name ?? 'debrief'}
listen: "127.0.0.1:${o.port}"
pid_file: ${JSON.stringify(o.pidFile)}
jetstream {
  store_dir: ${JSON.stringify(path.join(o.folder, 'store'))}
  max_memory_store: 64MB
  max_file_store: 8GB
}
${o.member === undefined ? '' : clusterOf(o.member)}${o.authorization}`;
}

function clusterOf({ routePort, routePorts, routePassword }: ClusterMember): string {
  const routes = routePorts.map((port) => `    "nats://route:${routePassword}@127.0.0.1:${port}"`);
  return `cluster {
  name: debrief
  listen: "127.0.0.1:${routePort}"
  authorization { user: route, password: ${JSON.stringify(routePassword)}, timeout: 5 }
  routes: [
${routes.join('\n')}
  ]
}
`;
}

async function waitUntilReady(server: ServerProcess, port: number): Promise<void> {
  const isReady = await pollUntil(
    async () => {
      if (server.hasExited()) throw new Error(await server.exited);
      return greets('127.0.0.1', port);
    },
    { intervalMs: 10, timeoutMs: READY_TIMEOUT_MS },
  );
  if (!isReady) throw new Error(`not ready after ${READY_TIMEOUT_MS / 1000} s`);
}

/** Whether a NATS server answers there: it sends its INFO line first. */
export function greets(host: string, port: number, timeoutMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let greeting = '';
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
    socket.setEncoding('utf8').on('data', (text: string) => {
      greeting += text;
      if (greeting.length >= 5 && !greeting.startsWith('INFO ')) end(false);
      else if (greeting.includes('\r\n')) end(true);
    });
  });
}
