import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../config.ts';

export interface DispatchSettings {
  readonly inFlightPerIntegration: number;
  readonly maxAttempts: number;
  /** The most recordings of one pass, so that a backlog neither grows a transaction nor holds the lock for long. */
  readonly batchSize: number;
  /** The same for messages that carry a whole transcript, of up to a megabyte each. */
  readonly transcriptBatchSize: number;
  /** When the lease of a message sent now runs out if no worker starts on it. */
  readonly queuedLease: RawBuilder<Date>;
}

export function dispatchSettings(config: Config): DispatchSettings {
  return {
    inFlightPerIntegration: config.IN_FLIGHT_PER_INTEGRATION,
    maxAttempts: config.MAX_ATTEMPTS,
    batchSize: 200,
    transcriptBatchSize: 8,
    queuedLease: leaseFor(config.QUEUED_LEASE_SECONDS),
  };
}

export function leaseFor(seconds: number): RawBuilder<Date> {
  return sql`now() + make_interval(secs => ${seconds})`;
}
