export interface RequestCounters {
  batches: number;
  items: number;
  /** Items sent a second time after silence. */
  retries: number;
  /** Batches that came back because nobody serves the subject. */
  noResponders: number;
  timeouts: number;
  /** Requests that failed before they were sent, because others waited for too long or were too many. */
  refused: number;
}

export interface ServedCounters {
  batches: number;
  items: number;
  /** Items answered with an error, declared or not. */
  failures: number;
  /** Batches handled again item by item because the handler threw. */
  isolated: number;
}

export interface PublishedCounters {
  messages: number;
  retries: number;
  failures: number;
}

export interface ConsumedCounters {
  deliveries: number;
  acknowledged: number;
  redeliveriesRequested: number;
  /** Kept by the service because they can never be handled. */
  rejected: number;
}

/** Totals since the connection was made: requests and served by subject, published by subject, consumed by durable name. */
export interface MessagingStats {
  reconnects: number;
  requests: Record<string, RequestCounters>;
  served: Record<string, ServedCounters>;
  published: Record<string, PublishedCounters>;
  consumed: Record<string, ConsumedCounters>;
}

export function emptyStats(): MessagingStats {
  return { reconnects: 0, requests: {}, served: {}, published: {}, consumed: {} };
}

export function requestCounters(stats: MessagingStats, subject: string): RequestCounters {
  stats.requests[subject] ??= { batches: 0, items: 0, retries: 0, noResponders: 0, timeouts: 0, refused: 0 };
  return stats.requests[subject];
}

export function servedCounters(stats: MessagingStats, subject: string): ServedCounters {
  stats.served[subject] ??= { batches: 0, items: 0, failures: 0, isolated: 0 };
  return stats.served[subject];
}

export function publishedCounters(stats: MessagingStats, subject: string): PublishedCounters {
  stats.published[subject] ??= { messages: 0, retries: 0, failures: 0 };
  return stats.published[subject];
}

export function consumedCounters(stats: MessagingStats, durable: string): ConsumedCounters {
  stats.consumed[durable] ??= { deliveries: 0, acknowledged: 0, redeliveriesRequested: 0, rejected: 0 };
  return stats.consumed[durable];
}
