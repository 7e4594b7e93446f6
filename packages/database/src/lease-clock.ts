import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Loop, startLoop } from './loop.ts';
import type { DatabaseLog } from './pool.ts';

const BEAT_MS = 1_000;
/** Five beats may count at once: together they are a quarter of the lease at most. */
const BEAT_SHARE = 1 / 20;
/** A gap of more than so many beats is an outage, in which no lease could be renewed. */
const LATE_BEATS = 5;

/** The time by which leases, deadlines and delays are set and judged. It only ever goes forward, a beat at a time. */
export const leaseNow: RawBuilder<string> = sql`(select at from lease_clock)`;

/**
 * Keeps the lease clock of a service going, in any number of replicas: each beat adds the time since the last one, of
 * whichever replica. What was too long, or negative, adds nothing: neither an outage, nor a frozen process, nor a
 * database clock that is set back or forth makes a lease run out, and no row has to be corrected for it.
 * @param o.canRenew Rejects while workers cannot reach the service; not needed where they are its own replicas, because
 *   without Postgres there is no beat anyway.
 */
export function startLeaseClock<T>(
  db: Kysely<T>,
  o: { leaseSeconds: number; canRenew?: () => Promise<unknown>; log: DatabaseLog },
): Loop {
  const beatMs = Math.min(BEAT_MS, o.leaseSeconds * 1_000 * BEAT_SHARE);
  return startLoop({
    async round() {
      await o.canRenew?.();
      await beat(db, beatMs);
      return 'done';
    },
    idleMs: beatMs,
    retryMs: beatMs,
    onFailure: (error) => o.log.warn({ err: error }, 'leases cannot be renewed; their clock stands still'),
    onRecovery: () => o.log.info({}, 'the clock of leases goes on'),
  });
}

export async function beat<T>(db: Kysely<T>, beatMs: number): Promise<void> {
  const lateSeconds = (LATE_BEATS * beatMs) / 1_000;
  // Locked first: the clock is read after the beat of another replica.
  await sql`
    with last as materialized (select at, beat_at from lease_clock for update)
    update lease_clock set
      at = last.at + case
        when clock_timestamp() - last.beat_at between interval '0' and make_interval(secs => ${lateSeconds})
        then clock_timestamp() - last.beat_at else interval '0'
      end,
      beat_at = clock_timestamp()
    from last
  `.execute(db);
}
