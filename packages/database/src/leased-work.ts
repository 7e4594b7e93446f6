import type { Generated } from 'kysely';

export { claimWork } from './claim-work.ts';
export { leaseNow, startLeaseClock } from './lease-clock.ts';
export { type Renewal, renewWork } from './renew-work.ts';
export {
  endLongWaits,
  type Return,
  type Returned,
  type ReturnOptions,
  returnWork,
  takeBackWork,
} from './return-work.ts';
export {
  defineLeasedWork,
  heldItems,
  integrationsWith,
  isAmong,
  isHeld,
  type LeasedWork,
  lockAttempts,
  lockHeldWork,
  noClaim,
  type WorkKey,
} from './work-table.ts';

/**
 * Work that takes long, as rows of a service's own table, handed out to workers under leases.
 *
 * - `claimWork` hands out due rows: the integration with the least running first, oldest first, no more of one than its
 *   cap. A claim begins an attempt; a row that was handed out before has its attempt raised by it.
 * - `renewWork` on real progress. It answers false for what is no longer held: the worker drops it.
 * - `returnWork` gives a row back: `failed`, `retry` (the attempt counts), `wait` (something else is at fault), `handed_on`, `lost`.
 * - `takeBackWork`, in a loop, takes back what has outlived its lease or its deadline.
 * - `endLongWaits`, now and then, finds what has waited for too long.
 * - A finished row is the service's own matter: lock it with `attempt = …` and `isHeld(work)`, then delete it or set
 *   `noClaim`. A result of the present attempt is good also after its lease, until another worker has claimed it.
 *
 * Rows that have used up their attempts or their time come back with `isExhausted`: in the same transaction the service
 * fails them. Time is that of the lease clock (see `startLeaseClock`), which stands still while no lease can be renewed.
 *
 * The table has these columns, the primary key (integration_id, id), and indexes on what is ready, delayed and
 * claimed, in the predicates of `claimWork`: see test/work/0001_tasks.sql. Its schema has a table `lease_clock`.
 */
export interface LeasedWorkColumns {
  integration_id: string;
  id: string;
  /** Counts up with every claim after the first, and with everything that ends a claim: older results are refused. */
  attempt: Generated<number>;
  queued_at: Generated<string>;
  /** Attempts that count, since it was queued. */
  failures: Generated<number>;
  /** Leases that ran out in a row, without a worker giving it back. */
  losses: Generated<number>;
  claimed_at: Generated<string | null>;
  /** Who was given the present attempt; stays when the lease runs out. */
  claimed_by: Generated<string | null>;
  /**
   * It stays after a loss that counted, which its worker may take back by a renewal. These four and `waiting_since` are
   * read from the lease clock.
   */
  lease_until: Generated<string | null>;
  deadline_at: Generated<string | null>;
  /** Since when the attempt has no place, which does not count towards its deadline. */
  paused_at: Generated<string | null>;
  /** Not before this; null: at once. */
  due_at: Generated<string | null>;
  /** Code of what keeps it from going on: what it waits for, or what its last attempt failed with. Null: nothing. */
  waits_for: Generated<string | null>;
  waiting_since: Generated<string | null>;
}
