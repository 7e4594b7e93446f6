import { EventEmitter, once } from 'node:events';
import { createInbox, type JetStreamClient, type JetStreamManager, type NatsConnection } from 'nats';
import pTimeout from 'p-timeout';
import { emptyStats, type MessagingStats } from './counters.ts';
import type { MessagingLog } from './log.ts';
import { areCheckedOn, checkTopology, ensureTopology, type Topology } from './topology.ts';

/** An app's handle on its connection to NATS: what the functions of this package take as their first argument. */
export interface Messaging {
  readonly name: string;
  /** A real round trip to JetStream that needs every stream of this app to exist; throws when it fails. */
  check(): Promise<void>;
  /** A round trip to the server alone; throws when it fails. Requests work, whatever becomes of the streams. */
  ping(): Promise<void>;
  stats(): MessagingStats;
  /** Closes what is still being served and consumed, then the connection. */
  close(): Promise<void>;
}

interface ConnectionEvents {
  connected: [];
  disconnected: [];
  /** Connected, and every stream and consumer of this app exists. */
  ready: [];
}

const API_TIMEOUT_MS = 3000;
const CLOSE_TIMEOUT_MS = 2000;

export interface ConnectionSettings {
  name: string;
  log: MessagingLog;
  topology: Topology;
  /** Whether it makes what is missing of its topology, or waits until that is there. */
  makesTopology: boolean;
  replicas: number;
  inboxPrefix: string;
}

/** The connection as the files of this package share it; apps only see Messaging. */
export class Connection implements Messaging {
  readonly name: string;
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly log: MessagingLog;
  readonly topology: Topology;
  readonly counters: MessagingStats = emptyStats();
  readonly events = new EventEmitter<ConnectionEvents>();
  /** Close the services and consumers before the connection. */
  readonly closeHooks = new Set<() => Promise<void>>();
  isConnected = true;
  /** When the connection was lost, by performance.now(). */
  disconnectedAt = 0;
  readonly makesTopology: boolean;
  readonly #replicas: number;
  readonly #inboxPrefix: string;
  #ensuring: Promise<void> | null = null;

  static async create(nc: NatsConnection, settings: ConnectionSettings): Promise<Connection> {
    const jsm = await nc.jetstreamManager({ timeout: API_TIMEOUT_MS, checkAPI: false });
    return new Connection(nc, jsm, settings);
  }

  private constructor(nc: NatsConnection, jsm: JetStreamManager, settings: ConnectionSettings) {
    this.name = settings.name;
    this.nc = nc;
    this.js = nc.jetstream({ timeout: API_TIMEOUT_MS });
    this.jsm = jsm;
    this.log = settings.log;
    this.topology = settings.topology;
    this.makesTopology = settings.makesTopology;
    this.#replicas = settings.replicas;
    this.#inboxPrefix = settings.inboxPrefix;
    this.events.setMaxListeners(0);
  }

  /**
   * Creates the streams and consumers that are missing, or throws where another user has to; callers at the same time
   * share one run.
   */
  ensureTopology(): Promise<void> {
    this.#ensuring ??= (
      this.makesTopology
        ? ensureTopology(this.jsm, this.topology, { replicas: this.#replicas, server: this.server })
        : checkTopology(this.jsm, this.topology)
    ).finally(() => {
      this.#ensuring = null;
    });
    return this.#ensuring;
  }

  /** Whether the streams have been looked after since their server was started. */
  isTopologyFresh(): Promise<boolean> {
    return areCheckedOn(this.jsm, this.topology, this.server);
  }

  /** Another value after another start; the same for all servers of a cluster, which keep copies of each other's. */
  get server(): string {
    const { server_id = '', cluster = server_id } = this.nc.info ?? {};
    return cluster;
  }

  /** A subject for answers to this connection alone. */
  createInbox(): string {
    return createInbox(this.#inboxPrefix);
  }

  /** Whether what is published now reaches the server. The client throws once closed and, while it dials, drops it. */
  canPublish(): boolean {
    return this.isConnected && !this.nc.isClosed() && !this.nc.isDraining();
  }

  /** Waits for a lost connection to come back. @returns whether it has. */
  async waitUntilConnected(timeoutMs: number): Promise<boolean> {
    if (this.isConnected) return true;
    const signal = AbortSignal.timeout(timeoutMs);
    await once(this.events, 'connected', { signal }).catch(() => undefined);
    return this.isConnected;
  }

  async check(): Promise<void> {
    if (!this.isConnected) throw new Error('not connected to NATS');
    const { streams } = this.topology;
    if (streams.length === 0) return this.ping();
    await Promise.all(streams.map((stream) => this.jsm.streams.info(stream.name)));
  }

  async ping(): Promise<void> {
    if (!this.isConnected) throw new Error('not connected to NATS');
    await pTimeout(this.nc.flush(), { milliseconds: API_TIMEOUT_MS, message: 'NATS did not answer' });
  }

  stats(): MessagingStats {
    return structuredClone(this.counters);
  }

  async close(): Promise<void> {
    if (this.nc.isClosed()) return;
    await Promise.allSettled([...this.closeHooks].map((close) => close()));
    // Draining waits for an answer, which a lost server does not give.
    if (this.isConnected) await pTimeout(this.nc.drain(), { milliseconds: CLOSE_TIMEOUT_MS, message: false });
    await this.nc.close();
  }
}

export function connectionOf(messaging: Messaging): Connection {
  if (messaging instanceof Connection) return messaging;
  throw new Error('not a connection made by connect()');
}
