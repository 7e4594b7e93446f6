import type { Generated } from 'kysely';

export { claimWork, lockWork } from './claim-work.ts';
export { leaseNow, startLeaseClock } from './lease-clock.ts';
export { type Renewal, renewWork } from './renew-work.ts';
export { endLongWaits, type Return, type Returned, returnWork, takeBackWork } from './return-work.ts';
export { defineLeasedWork, isHeld, type LeasedWork, noClaim, type WorkKey } from './work-table.ts';

/**
 * Work that takes long, as rows of a service's own table, handed out to workers under leases.
 *
 * - `claimWork` hands out due rows: the integration with the least running first, oldest first, no more of one than its
 *   cap. A claim begins an attempt; a row that was handed out before has its attempt raised by it.
 * - `renewWork` on real progress. It answers false for what is no longer held: the worker drops it.
 * - `returnWork` gives a row back: `wait` (something else is at fault), `retry` (the attempt counts), `handed_on`.
 * - `takeBackWork`, in a loop, takes back what has outlived its lease or its deadline.
 * - `endLongWaits`, now and then, finds what has waited for too long.
 * - A finished row is the service's own matter: lock it with `attempt = …` and `isHeld(work)`, then delete it or set
 *   `noClaim`. A result of the present attempt is good also after its lease, as long as nobody else has claimed it.
 *
 * Rows that have used up their attempts or their time come back with `isExhausted`: in the same transaction the service
 * fails them. Time is that of the lease clock (see `startLeaseClock`), which stands still while nobody can renew.
 *
 * ```sql
 * create table lease_clock (
 *   one boolean primary key default true check (one),
 *   at timestamptz not null default clock_timestamp(),
 *   beat_at timestamptz not null default clock_timestamp()
 * );
 * insert into lease_clock default values;
 * create table analyses_due (
 *   integration_id uuid not null, id uuid not null, queued_at timestamptz not null default clock_timestamp(),
 *   attempt integer not null default 1, failures integer not null default 0,
 *   claimed_at timestamptz, claimed_by uuid,
 *   lease_until timestamptz, deadline_at timestamptz, paused_at timestamptz, due_at timestamptz, -- lease clock
 *   waits_for text, waiting_since timestamptz,
 *   primary key (integration_id, id)
 * );
 * create index analyses_due_waiting on analyses_due (integration_id, queued_at, id) where claimed_at is null;
 * create index analyses_due_claimed on analyses_due (integration_id) where claimed_at is not null;
 * create index analyses_due_blocked on analyses_due (waiting_since) where claimed_at is null and waits_for is not null;
 * ```
 * ```ts
 * const work = defineLeasedWork({ table: 'analyses_due' });
 * const clock = startLeaseClock(db, { canRenew: () => Promise.resolve(), log });
 * const claimed = await transaction(db, (tx) =>
 *   claimWork(tx, work, {
 *     claimant: replicaId, holds: running, places: 2, perIntegration: 4, leaseSeconds: 90,
 *     deadlineSeconds: sql`600`, select: sql<{ id: string }>`r.id, r.attempt, r.context`,
 *   }));
 * const [isHeld] = await renewWork(db, work, [{ integration_id, id, attempt }], { leaseSeconds: 90 });
 * const [returned] = await transaction(db, (tx) =>
 *   returnWork(tx, work, [{ integration_id, id, attempt, outcome: 'retry', reason: 'analysis_failed' }], limits));
 * ```
 */
export interface LeasedWorkColumns {
  integration_id: string;
  id: string;
  /** Counts up with every claim after the first, and with everything that ends a claim: older results are refused. */
  attempt: Generated<number>;
  queued_at: Generated<string>;
  /** Attempts that count, since it was queued. */
  failures: Generated<number>;
  claimed_at: Generated<string | null>;
  /** Who was given the present attempt; stays when the lease runs out. */
  claimed_by: Generated<string | null>;
  /** These four are read from the lease clock. */
  lease_until: Generated<string | null>;
  deadline_at: Generated<string | null>;
  /** Since when the attempt waits for a free place, which does not count towards its deadline. */
  paused_at: Generated<string | null>;
  /** Not before this; null: at once. */
  due_at: Generated<string | null>;
  /** Code of what it waits for, or of what its last attempt failed with. */
  waits_for: Generated<string | null>;
  waiting_since: Generated<string | null>;
}
