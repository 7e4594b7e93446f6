import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Loop, startLoop } from './loop.ts';
import type { DatabaseLog } from './pool.ts';

const BEAT_MS = 1_000;
/** Two beats further apart than so many have a time between them in which nobody could renew. */
const LATE_BEATS = 5;

/** The time by which leases, deadlines and delays are set and judged. It only ever goes forward, a beat at a time. */
export const leaseNow: RawBuilder<string> = sql`(select at from lease_clock)`;

/**
 * Keeps the lease clock of a service going, in any number of replicas: each beat adds the time since the last one, of
 * whichever replica. What was too long, or negative, adds nothing: neither an outage, nor a frozen process, nor a
 * database clock that is set back or forth makes a lease run out, and no row has to be corrected for it.
 * @param o.beatMs A small part of a lease, since up to five beats may count at once.
 * @param o.canRenew Rejects while workers cannot reach the service; without Postgres there is no beat anyway.
 */
export function startLeaseClock<T>(
  db: Kysely<T>,
  o: { canRenew: () => Promise<unknown>; log: DatabaseLog; beatMs?: number },
): Loop {
  const beatMs = o.beatMs ?? BEAT_MS;
  return startLoop({
    async round() {
      await o.canRenew();
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
