import { EventEmitter, once } from 'node:events';
import type { JetStreamClient, JetStreamManager, NatsConnection } from 'nats';
import pTimeout from 'p-timeout';
import { emptyStats, type MessagingStats } from './counters.ts';
import type { MessagingLog } from './log.ts';
import { ensureTopology, type Topology } from './topology.ts';

/** An app's handle on its connection to NATS: what the functions of this package take as their first argument. */
export interface Messaging {
  readonly name: string;
  /** A real round trip to JetStream that needs every stream to exist; throws when it fails. */
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
  /** Connected, and every stream and consumer exists. */
  ready: [];
}

const API_TIMEOUT_MS = 3000;
const CLOSE_TIMEOUT_MS = 2000;

export interface ConnectionSettings {
  name: string;
  log: MessagingLog;
  topology: Topology;
  replicas: number;
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
  readonly #replicas: number;
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
    this.#replicas = settings.replicas;
    this.events.setMaxListeners(0);
  }

  /** Creates the streams and consumers that are missing; callers at the same time share one run. */
  ensureTopology(): Promise<void> {
    this.#ensuring ??= ensureTopology(this.jsm, this.topology, this.#replicas).finally(() => {
      this.#ensuring = null;
    });
    return this.#ensuring;
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
    await Promise.all(this.topology.streams.map((stream) => this.jsm.streams.info(stream.name)));
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
