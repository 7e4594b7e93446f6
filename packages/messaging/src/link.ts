import type { EventEmitter } from 'node:events';
import type { JetStreamClient, JetStreamManager, NatsConnection } from 'nats';
import type { MessagingStats } from './counters.ts';
import type { MessagingLog } from './log.ts';
import type { Topology } from './topology.ts';

/** What an app holds of its connection to NATS. */
export interface Messaging {
  readonly name: string;
  /** A real round trip to JetStream that needs every stream to be there; throws when it fails. */
  check(): Promise<void>;
  stats(): MessagingStats;
  /** Closes what is still being served and consumed, then the connection. */
  close(): Promise<void>;
}

export interface LinkEvents {
  connected: [];
  disconnected: [];
  /** Connected, and every stream and consumer is there. */
  ready: [];
}

/** One connection as the files of this package share it; apps only see Messaging. */
export interface Link {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly log: MessagingLog;
  readonly stats: MessagingStats;
  readonly topology: Topology;
  readonly events: EventEmitter<LinkEvents>;
  /** Services and consumers to end before the connection. */
  readonly closers: Set<() => Promise<void>>;
  connected: boolean;
  /** When the connection was lost, by performance.now(). */
  disconnectedAt: number;
  /** Creates the streams and consumers that are missing; callers at the same time share one run. */
  ensureTopology(): Promise<void>;
}

const links = new WeakMap<Messaging, Link>();

export function bindLink(messaging: Messaging, link: Link): void {
  links.set(messaging, link);
}

export function linkOf(messaging: Messaging): Link {
  const link = links.get(messaging);
  if (link === undefined) throw new Error('not a connection made by connect()');
  return link;
}

/** True when what is published now reaches the server. The client throws once closed, and while it dials it forgets. */
export function canPublish({ connected, nc }: Link): boolean {
  return connected && !nc.isClosed() && !nc.isDraining();
}

/** Waits for a lost connection to come back. @returns whether it is there now. */
export async function whenConnected(link: Link, withinMs: number): Promise<boolean> {
  if (link.connected) return true;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      link.events.off('connected', done);
      resolve();
    };
    const timer = setTimeout(done, withinMs);
    link.events.on('connected', done);
  });
  return link.connected;
}
