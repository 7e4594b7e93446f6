import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { awaitPort } from './free-port.ts';
import { ensureCommands, haproxy } from './packages.ts';
import { logTail, startServer } from './server-process.ts';

/** A port of the proxy, and whom it leads to. */
export interface ProxiedPort {
  name: string;
  port: number;
  servers: readonly { name: string; port: number }[];
  /** Postgres: only the server that takes connections, which a replica does not, is asked; others: whoever listens. */
  check: 'postgres' | 'listens';
}

export interface LocalProxy {
  readonly url: string;
  readonly pid: number;
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

const STOP_GRACE_MS = 2_000;

/** HAProxy on loopback. It passes on bytes, so that what the apps answer is what clients get. */
export async function startProxy(o: {
  folder: string;
  ports: readonly ProxiedPort[];
  log: (line: string) => void;
}): Promise<LocalProxy> {
  const { [haproxy.command]: command = '' } = await ensureCommands([haproxy], o.log);
  mkdirSync(o.folder, { recursive: true, mode: 0o700 });
  const file = path.join(o.folder, 'haproxy.cfg');
  const logFile = path.join(o.folder, 'haproxy.log');
  writeFileSync(file, configuration(o.ports), { mode: 0o600 });
  const server = startServer({
    command,
    args: ['-db', '-f', file],
    logFile,
    stopSignals: ['SIGTERM'],
    stopGraceMs: STOP_GRACE_MS,
    cwd: o.folder,
  });
  const ready = Promise.all(o.ports.map(({ port }) => awaitPort(port, true)));
  ready.catch(() => {});
  await Promise.race([
    ready,
    server.exited.then((reason) => {
      throw new Error(`haproxy did not start (${reason}):\n${logTail(logFile)}`);
    }),
  ]);
  const { pid, exited, stop } = server;
  return { url: `tcp://127.0.0.1:${o.ports[0]?.port}`, pid, exited, stop };
}

/**
 * A connection that one server does not accept goes to the other. Those to a Postgres that is not the primary any more
 * are closed: nobody may go on talking to it.
 */
function configuration(ports: readonly ProxiedPort[]): string {
  const head = `global
  maxconn 4000
defaults
  mode tcp
  timeout connect 2s
  timeout check 3s
  timeout client 1h
  timeout server 1h
  retries 3
  option redispatch 1
  option tcpka
`;
  return head + ports.map(describePort).join('');
}

function describePort({ name, port, servers, check }: ProxiedPort): string {
  const isPostgres = check === 'postgres';
  const lines = [
    `listen ${name}`,
    `bind 127.0.0.1:${port}`,
    ...(isPostgres ? ['option pgsql-check user debrief'] : ['balance leastconn']),
    isPostgres
      ? // Not at the first check: a busy machine answers one late, and each connection would be cut for it.
        'default-server check inter 500ms fall 3 rise 1 on-marked-down shutdown-sessions'
      : 'default-server check inter 500ms fall 1 rise 1',
    ...servers.map((one) => `server ${one.name} 127.0.0.1:${one.port}`),
  ];
  return `${lines.join('\n  ')}\n`;
}
