import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { consumers, streams } from '@debrief/contracts/topology';
import { Events, type NatsConnection } from 'nats';
import { emptyStats } from './counters.ts';
import { dial } from './dial.ts';
import { bindLink, type Link, type LinkEvents, linkOf, type Messaging } from './link.ts';
import { type MessagingLog, sparingly } from './log.ts';
import { ensureTopology, type Topology } from './topology.ts';

export type { MessagingStats } from './counters.ts';
export type { Messaging } from './link.ts';
export type { MessagingLog } from './log.ts';

export interface ConnectOptions {
  /** `nats://[user:password@]host:port`, several separated by commas. */
  url: string;
  /** Shown by the server's monitoring, for example `ingest`. */
  name: string;
  log: MessagingLog;
  /** Copies of each stream, 3 on a cluster of three. */
  replicas?: number;
  /** How long to wait for a server that is not up yet; without end by default. */
  patienceMs?: number;
  /** What shall exist in JetStream; the contracts' streams and consumers by default. */
  topology?: Topology;
}

const API_TIMEOUT_MS = 3000;
const CLOSE_WITHIN_MS = 2000;
const contracted: Topology = { streams, consumers: Object.values(consumers) };

/**
 * Connects to NATS and sees to it, now and after every reconnect, that all streams and consumers exist: a server that
 * comes back with an empty store is put right by whichever app is there first.
 */
export async function connect(options: ConnectOptions): Promise<Messaging> {
  const { url, name, log, patienceMs = Number.POSITIVE_INFINITY } = options;
  const givenUpAt = performance.now() + patienceMs;
  const nc = await dial(url, name, log, patienceMs);
  const link = await createLink(nc, options);
  void followStatus(link);
  try {
    await restoreTopology(link, givenUpAt);
  } catch (error) {
    await nc.close();
    throw error;
  }
  const messaging = createMessaging(name, link);
  bindLink(messaging, link);
  return messaging;
}

async function createLink(nc: NatsConnection, options: ConnectOptions): Promise<Link> {
  const { log, replicas = 1, topology = contracted } = options;
  const jsm = await nc.jetstreamManager({ timeout: API_TIMEOUT_MS, checkAPI: false });
  const events = new EventEmitter<LinkEvents>();
  events.setMaxListeners(0);
  let running: Promise<void> | null = null;
  return {
    nc,
    js: nc.jetstream({ timeout: API_TIMEOUT_MS }),
    jsm,
    log,
    stats: emptyStats(),
    topology,
    events,
    closers: new Set(),
    connected: true,
    disconnectedAt: 0,
    ensureTopology() {
      running ??= ensureTopology(jsm, topology, replicas).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** The client tells of every failed dial; only the changes matter. */
async function followStatus(link: Link): Promise<void> {
  for await (const status of link.nc.status()) {
    if (status.type === Events.Disconnect && link.connected) {
      link.connected = false;
      link.disconnectedAt = performance.now();
      link.log.warn({}, 'disconnected from NATS');
      link.events.emit('disconnected');
    } else if (status.type === Events.Reconnect && !link.connected) {
      link.connected = true;
      link.stats.reconnects += 1;
      link.log.info({ server: link.nc.getServer() }, 'connected to NATS again');
      link.events.emit('connected');
      void restoreTopology(link, Number.POSITIVE_INFINITY);
    } else if (status.type === Events.Error) {
      link.log.error({ code: status.data }, 'NATS reports an error');
    }
  }
  link.connected = false;
  const cause = await link.nc.closed();
  if (cause !== undefined) link.log.error({ err: cause }, 'the connection to NATS is closed for good');
}

/** Tries until it succeeds, the connection is lost (the next one starts anew), or the patience is over. */
async function restoreTopology(link: Link, givenUpAt: number): Promise<void> {
  const warn = sparingly(link.log.warn.bind(link.log));
  const connection = link.stats.reconnects;
  while (!link.nc.isClosed()) {
    try {
      await link.ensureTopology();
      if (link.connected) link.events.emit('ready');
      return;
    } catch (error) {
      if (performance.now() >= givenUpAt) {
        throw new Error('the streams and consumers could not be created', { cause: error });
      }
      if (link.stats.reconnects !== connection) return;
      warn({ err: error }, 'creating the streams and consumers failed; trying again');
      await delay(500);
    }
  }
}

function createMessaging(name: string, link: Link): Messaging {
  const { nc, jsm, topology } = link;
  return {
    name,
    async check() {
      if (!link.connected) throw new Error('not connected to NATS');
      await Promise.all(topology.streams.map((stream) => jsm.streams.info(stream.name)));
    },
    stats: () => structuredClone(link.stats),
    async close() {
      if (nc.isClosed()) return;
      await Promise.allSettled([...link.closers].map((close) => close()));
      // Draining waits for an answer, which a lost server does not give.
      if (link.connected) await Promise.race([nc.drain(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
      await nc.close();
    },
  };
}

/** Calls back each time a lost connection is there again and all streams exist; what was told meanwhile was missed. */
export function onReconnect(messaging: Messaging, callback: () => void): void {
  linkOf(messaging).events.on('ready', callback);
}
