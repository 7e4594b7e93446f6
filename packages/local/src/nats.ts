import path from 'node:path';
import { isDockerReachable, startNatsContainer } from './docker.ts';
import { type ClusterMember, greets, startNatsProcess } from './nats-process.ts';
import { ensureCommands, natsServer } from './packages.ts';
import { watchJetStream } from './watch-jetstream.ts';
import { watchStore } from './watch-store.ts';

export type { ClusterMember } from './nats-process.ts';

export interface LocalNats {
  readonly url: string;
  /** The server's process, where this process started one. */
  readonly pid: number | null;
  /** Resolves with the reason when that process ends, also when `stop` ended it; never for a server of others. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface NatsOptions {
  dataDir: string;
  log: (line: string) => void;
  /** NATS_URL: servers that are already there, comma-separated. */
  url?: string | undefined;
  /** Part of a server's configuration that says who gets in; of no use where the server is that of others. */
  authorization?: string;
  /** Of a user whom that lets in, who may ask JetStream how it is. */
  credentials?: { user: string; pass: string };
  /** Restarts a server at its old URL. */
  port?: number | undefined;
}

const NATS_PORT = 4222;
const never = new Promise<string>(() => {});

/** NATS with JetStream: the given URL, else a Docker engine, else nats-server, installed when missing. */
export async function startNats(o: NatsOptions): Promise<LocalNats> {
  if (o.url) return useConfigured(o.url);
  if (await isDockerReachable()) {
    try {
      const { url, stop } = await startNatsContainer(o);
      return { url, pid: null, exited: never, stop };
    } catch (error) {
      o.log(`Docker could not start NATS (${(error as Error).message}); using nats-server`);
    }
  }
  const { [natsServer.command]: binary = '' } = await ensureCommands([natsServer], o.log);
  const folder = path.join(path.resolve(o.dataDir), 'nats');
  const { url, server, stop } = await startNatsProcess({
    ...{ binary, folder, log: o.log },
    ...(o.port ? { port: o.port } : {}),
    ...(o.authorization ? { authorization: o.authorization } : {}),
  });
  watchStore(path.join(folder, 'store'), server, o.log);
  void watchJetStream(url, server, o);
  return { url, pid: server.pid, exited: server.exited, stop };
}

/**
 * One server of a cluster on this machine. Nothing ends one whose JetStream is silent, as it is while too few of the others
 * are there.
 */
export async function startNatsMember(
  o: Pick<NatsOptions, 'dataDir' | 'log' | 'authorization' | 'port'> & { member: ClusterMember },
): Promise<LocalNats> {
  const { [natsServer.command]: binary = '' } = await ensureCommands([natsServer], o.log);
  const folder = path.join(path.resolve(o.dataDir), o.member.name);
  const { url, server, stop } = await startNatsProcess({
    ...{ binary, folder, log: o.log, member: o.member },
    ...(o.port ? { port: o.port } : {}),
    ...(o.authorization ? { authorization: o.authorization } : {}),
  });
  return { url, pid: server.pid, exited: server.exited, stop };
}

async function useConfigured(urls: string): Promise<LocalNats> {
  const servers = urls.split(',').map((url) => {
    const trimmed = url.trim();
    return new URL(trimmed.includes('://') ? trimmed : `nats://${trimmed}`);
  });
  const answers = await Promise.all(
    servers.map(({ hostname, port }) => greets(hostname, Number(port || NATS_PORT), 5_000)),
  );
  if (!answers.includes(true)) {
    throw new Error(
      `NATS_URL (${servers.map(({ host }) => host).join(', ')}) does not answer. Start it, or unset NATS_URL to use a nats-server of our own.`,
    );
  }
  return { url: urls, pid: null, exited: never, async stop() {} };
}
