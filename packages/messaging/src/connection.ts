import { consumers, retiredConsumers, streams } from '@debrief/contracts/topology';
import { Events } from 'nats';
import { dial } from './dial.ts';
import { type MessagingLog, throttled } from './log.ts';
import { Connection, connectionOf, type Messaging } from './messaging.ts';
import { retry } from './retry.ts';
import type { Topology } from './topology.ts';

export type { MessagingStats } from './counters.ts';
export type { MessagingLog } from './log.ts';
export type { Messaging } from './messaging.ts';

export interface ConnectOptions {
  /** `nats://[user:password@]host:port`, several separated by commas. */
  url: string;
  /** Shown by the server's monitoring, for example `ingest`. */
  name: string;
  log: MessagingLog;
  /** Copies of each stream, 3 on a cluster of three. */
  replicas?: number;
  /** How long to wait for a server that is not up yet; without end by default. */
  timeoutMs?: number;
  /** What must exist in JetStream; the contracts' streams and consumers by default. */
  topology?: Topology;
}

const TOPOLOGY_RETRY_MS = 500;
const contracted: Topology = { streams, consumers: Object.values(consumers), retiredConsumers };

/**
 * Connects to NATS and ensures, now and after every reconnect, that all streams and consumers exist: a server that
 * comes back with an empty store is repaired by whichever app is there first.
 */
export async function connect(options: ConnectOptions): Promise<Messaging> {
  const { url, name, log, replicas = 1, topology = contracted } = options;
  const deadline = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  const nc = await dial(url, name, log, deadline);
  const connection = await Connection.create(nc, { name, log, topology, replicas });
  void followStatus(connection);
  try {
    await restoreTopology(connection, deadline);
  } catch (error) {
    await nc.close();
    throw new Error('the streams and consumers could not be created', { cause: error });
  }
  return connection;
}

/** The client reports every failed dial; only the changes matter. */
async function followStatus(connection: Connection): Promise<void> {
  const { nc, log, events, counters } = connection;
  for await (const status of nc.status()) {
    if (status.type === Events.Disconnect && connection.isConnected) {
      connection.isConnected = false;
      connection.disconnectedAt = performance.now();
      log.warn({}, 'disconnected from NATS');
      events.emit('disconnected');
    } else if (status.type === Events.Reconnect && !connection.isConnected) {
      connection.isConnected = true;
      counters.reconnects += 1;
      log.info({ server: nc.getServer() }, 'connected to NATS again');
      events.emit('connected');
      void restoreTopology(connection, Number.POSITIVE_INFINITY).catch(() => undefined);
    } else if (status.type === Events.Error) {
      log.error({ code: status.data }, 'NATS reports an error');
    }
  }
  connection.isConnected = false;
  const cause = await nc.closed();
  if (cause !== undefined) log.error({ err: cause }, 'the connection to NATS is closed for good');
}

/** Tries until it succeeds, the deadline passes, or the connection is lost, for the next one starts over. */
async function restoreTopology(connection: Connection, deadline: number): Promise<void> {
  const { nc, log, events, counters } = connection;
  const warn = throttled(log.warn.bind(log));
  const { reconnects } = counters;
  await retry(() => connection.ensureTopology(), {
    deadline,
    delayMs: () => TOPOLOGY_RETRY_MS,
    onFailure(error) {
      if (nc.isClosed() || counters.reconnects !== reconnects) throw error;
      warn({ err: error }, 'creating the streams and consumers failed; retrying');
    },
  });
  if (connection.isConnected) events.emit('ready');
}

/**
 * Calls back each time a lost connection is back and all streams exist; notifications sent in between are lost, and
 * so may be the streams' messages.
 */
export function onReconnect(messaging: Messaging, callback: () => void): void {
  connectionOf(messaging).events.on('ready', callback);
}
