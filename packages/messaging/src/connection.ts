import { setTimeout as delay } from 'node:timers/promises';
import { inboxPrefix, type NatsUser, topologyKeeper } from '@debrief/contracts/nats-users';
import { Events } from 'nats';
import { contractedTopology, isTopologyMaker, topologyOf } from './contracted-topology.ts';
import { dial } from './dial.ts';
import { type MessagingLog, throttled } from './log.ts';
import { Connection, connectionOf, type Messaging } from './messaging.ts';
import { retry } from './retry.ts';
import { checkTopology, type Topology } from './topology.ts';

export type { MessagingStats } from './counters.ts';
export { admitsAnybody } from './dial.ts';
export type { MessagingLog } from './log.ts';
export type { Messaging } from './messaging.ts';

export interface ConnectOptions {
  /** `nats://[user:password@]host:port`, several separated by commas. */
  url: string;
  /**
   * As whom it asks and answers, whatever credentials the URL has: the operator by default. The operator and ingest make
   * the streams and consumers; every other user waits until its own are there.
   */
  user?: NatsUser;
  /** Shown by the server's monitoring; the user by default. */
  name?: string;
  log: MessagingLog;
  /** Copies of each stream, 3 on a cluster of three. */
  replicas?: number;
  /** How long to wait for a server that is not up yet; without end by default. */
  timeoutMs?: number;
  /** What must exist in JetStream; by default what the contracts say. */
  topology?: Topology;
  /** Whether this connection makes what is missing; by default the operator’s and ingest’s do. */
  makesTopology?: boolean;
}

/** Grows from a tenth of a second: at a start all other apps wait for ingest. */
const TOPOLOGY_RETRY_MS = 100;
const TOPOLOGY_RETRY_MAX_MS = 500;
/** How soon ingest sees that a stream or consumer was deleted without a connection being lost. */
const TOPOLOGY_UPKEEP_MS = 5_000;
/** Waiting is said only when it takes longer than a start does. */
const TOPOLOGY_PATIENCE_MS = 5_000;

/**
 * Connects to NATS and resolves when the streams and consumers exist. After every reconnect they are looked for again: a
 * server that comes back with an empty store gets them from ingest.
 */
export async function connect(options: ConnectOptions): Promise<Messaging> {
  const { url, log, user = 'operator', name = user, replicas = 1 } = options;
  const topology = options.topology ?? (isTopologyMaker(user) ? contractedTopology : topologyOf(user));
  const makesTopology = options.makesTopology ?? (options.topology !== undefined || isTopologyMaker(user));
  const prefix = inboxPrefix(user);
  const deadline = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  const nc = await dial(url, { name, inboxPrefix: prefix }, log, deadline);
  const connection = await Connection.create(nc, {
    name,
    log,
    topology,
    makesTopology,
    replicas,
    inboxPrefix: prefix,
  });
  void followStatus(connection);
  try {
    await restoreTopology(connection, deadline);
  } catch (error) {
    await nc.close();
    const verb = makesTopology ? 'could not be created' : 'are not there';
    throw new Error(`the streams and consumers ${verb}`, { cause: error });
  }
  if (user === topologyKeeper) keepTopology(connection);
  return connection;
}

/** Nobody else may make again what is deleted under those who use it. What is there stays as it is configured. */
function keepTopology(connection: Connection): void {
  const timer = setInterval(() => {
    // A failure shows where something is published or pulled.
    if (connection.isConnected)
      checkTopology(connection.jsm, connection.topology)
        .catch(() => connection.ensureTopology())
        .catch(() => undefined);
  }, TOPOLOGY_UPKEEP_MS).unref();
  connection.closeHooks.add(async () => clearInterval(timer));
}

/** The client reports every failed dial; only the changes matter. */
async function followStatus(connection: Connection): Promise<void> {
  const { nc, log, events, counters } = connection;
  // A server with new credentials refuses each dial, several in a second.
  const dialFailed = throttled(log.error.bind(log));
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
      // Of a refusal it says what was refused.
      const fields = { code: status.data, ...status.permissionContext };
      if (connection.isConnected) log.error(fields, 'NATS reports an error');
      else dialFailed(fields, 'NATS refuses the connection');
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
  const patientUntil = connection.makesTopology ? 0 : performance.now() + TOPOLOGY_PATIENCE_MS;
  await retry(() => connection.ensureTopology(), {
    deadline,
    delayMs: (failures) => Math.min(TOPOLOGY_RETRY_MAX_MS, TOPOLOGY_RETRY_MS * failures),
    onFailure(error) {
      if (nc.isClosed() || counters.reconnects !== reconnects) throw error;
      if (performance.now() < patientUntil) return;
      const doing = connection.makesTopology ? 'creating' : 'waiting for';
      warn({ err: error }, `${doing} the streams and consumers; trying again`);
    },
  });
  await untilFresh(connection);
  if (connection.isConnected) events.emit('ready');
}

/** What is published again before ingest has looked after the streams may be skipped. Without ingest it goes on as it is. */
async function untilFresh(connection: Connection): Promise<void> {
  const deadline = performance.now() + TOPOLOGY_PATIENCE_MS;
  while (connection.isConnected && performance.now() < deadline) {
    if (await connection.isTopologyFresh().catch(() => false)) return;
    await delay(TOPOLOGY_RETRY_MS);
  }
}

/**
 * Calls back each time a lost connection is back and all streams exist; notifications sent in between are lost, and
 * so may be the streams' messages.
 */
export function onReconnect(messaging: Messaging, callback: () => void): void {
  connectionOf(messaging).events.on('ready', callback);
}
