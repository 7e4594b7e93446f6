import { type RawBuilder, sql } from 'kysely';
import { leaseNow } from './lease-clock.ts';
import type { Tx } from './pool.ts';
import { alsoSet, heldItems, type LeasedWork, noClaim, type WorkKey } from './work-table.ts';

export interface Return extends WorkKey {
  /**
   * `failed`: it can never be done. `retry`: it may be at fault itself. `wait`: something else is at fault. `handed_on`:
   * another may have it at once. `lost`: its worker is dead; as if its lease had run out.
   */
  readonly outcome: 'failed' | 'retry' | 'wait' | 'handed_on' | 'lost';
  /** Code of what it waits for or failed with. */
  readonly reason?: string | null;
  /** Not before so long, an hour at most, and never before 5, 10, 20, 30, 30 … s of `wait`, 10, 30, 90 … s of `retry`. */
  readonly afterSeconds?: number | null;
}

export interface Returned extends WorkKey {
  /** It can never be done, or has used up its attempts or the time it may wait: fail it in this transaction. */
  isExhausted: boolean;
}

export interface ReturnOptions {
  maxFailures: number;
  maxWaitSeconds: number;
  /** Whether the loss of its worker counts as a failure of the row `r`; it does not unless this says so. */
  counts?: RawBuilder<boolean>;
  /** More assignments for returned rows `r`; `verdict.is_exhausted` says which are to be failed. */
  set?: RawBuilder<unknown>;
}

const AFTER_SECONDS_MAX = 3_600;
/** So many workers in a row are not lost by chance: the work kills them. */
const LOSSES_MAX = 20;
/** The most that such work waits; see `takeBackWork`. */
const LOST_SECONDS_MAX = 600;
/** How long a row `r` waits after a loss: not at all after the first, then for a random and growing time. */
const lostSeconds = sql`(
  case when r.losses > 0 then random() * least(${LOST_SECONDS_MAX}, 5 * 2 ^ least(r.losses, 10)) else 0 end
)`;

/**
 * Gives work back and ends its attempt. An exhausted row keeps its attempt and has no claim.
 * @returns for each item its row; null when it is not held any more.
 */
export async function returnWork<T>(
  tx: Tx<T>,
  work: LeasedWork,
  items: readonly Return[],
  o: ReturnOptions,
): Promise<(Returned | null)[]> {
  const { rows } = await sql<Returned & { held: boolean }>`
    with ${heldItems(work, items, o.counts)},
    verdict as (
      select held.integration_id, held.id, told.*, waited.seconds as waited_seconds, counted.counts,
        told.outcome = 'failed'
          or counted.counts and held.failures + 1 >= ${o.maxFailures}
          or told.outcome = 'wait' and waited.seconds > ${o.maxWaitSeconds}
          or told.outcome = 'lost' and held.losses + 1 >= ${LOSSES_MAX} as is_exhausted
      from held
      cross join lateral (
        select coalesce(extract(epoch from ${leaseNow} - held.waiting_since), 0)::float8 as seconds
      ) waited
      join unnest(
        ${items.map(({ outcome }) => outcome)}::text[],
        ${items.map(({ reason }) => reason ?? null)}::text[],
        ${items.map(({ afterSeconds }) => afterSeconds ?? null)}::float8[]
      ) with ordinality as told (outcome, reason, after_seconds, ord) on told.ord = held.ord
      cross join lateral (
        select told.outcome = 'retry' or told.outcome = 'lost' and held.counts as counts
      ) counted
    ),
    returned as (
      update ${work.table} r set
        attempt = r.attempt + (not verdict.is_exhausted)::integer,
        failures = r.failures + verdict.counts::integer,
        losses = case verdict.outcome when 'lost' then r.losses + 1 else 0 end,
        due_at = ${leaseNow} + make_interval(secs => least(${AFTER_SECONDS_MAX}, greatest(
          verdict.after_seconds,
          case verdict.outcome
            when 'wait' then least(30, greatest(5, 5 + verdict.waited_seconds))
            when 'retry' then 10 * 3 ^ least(r.failures, 5)
            when 'lost' then ${lostSeconds}
            else 0
          end
        ))),
        waits_for = case when verdict.outcome in ('handed_on', 'lost') then r.waits_for else verdict.reason end,
        waiting_since = case verdict.outcome
          when 'wait' then coalesce(r.waiting_since, ${leaseNow})
          when 'retry' then ${leaseNow}
          else r.waiting_since
        end,
        ${noClaim} ${alsoSet(o.set)}
      from verdict where r.integration_id = verdict.integration_id and r.id = verdict.id
      returning verdict.ord, r.integration_id, r.id, r.attempt, verdict.is_exhausted
    )
    select returned.ord is not null as held, returned.integration_id, returned.id, returned.attempt,
      returned.is_exhausted as "isExhausted"
    from item left join returned on returned.ord = item.ord
    order by item.ord
  `.execute(tx);
  return rows.map(({ held, ...returned }) => (held ? returned : null));
}

/**
 * Takes back what has outlived its lease or its deadline. A passed deadline counts and ends the attempt; a lease that
 * ran out counts where `counts` says so of the row `r` (which then keeps it), and its attempt goes on until somebody else
 * claims it. After
 * the first lost worker it may be claimed at once, later after a random and growing time: what kills workers is parted
 * from what was lost with it.
 */
export async function takeBackWork<T>(
  tx: Tx<T>,
  work: LeasedWork,
  o: Omit<ReturnOptions, 'maxWaitSeconds'> & { counts: RawBuilder<boolean>; limit: number },
): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    with expired as (
      select r.integration_id, r.id, r.failures, r.losses, late.is_late, late.is_late or ${o.counts} as counts
      from ${work.table} r,
        lateral (select coalesce(r.deadline_at < coalesce(r.paused_at, ${leaseNow}), false) as is_late) late
      where r.claimed_at is not null and (late.is_late or r.lease_until < ${leaseNow})
      order by r.lease_until
      limit ${o.limit}
      -- Skipped: it is being renewed or ended at this moment.
      for update of r skip locked
    ),
    verdict as (
      select *, counts and failures + 1 >= ${o.maxFailures} or losses + 1 >= ${LOSSES_MAX} as is_exhausted from expired
    )
    update ${work.table} r set
      attempt = r.attempt + (verdict.is_late and not verdict.is_exhausted)::integer,
      failures = r.failures + verdict.counts::integer, losses = r.losses + 1,
      due_at = case when r.losses > 0 then ${leaseNow} + make_interval(secs => ${lostSeconds}) end,
      claimed_at = null, lease_until = case when verdict.counts then r.lease_until end,
      claimed_by = case when not verdict.is_late and not verdict.is_exhausted then r.claimed_by end
      ${alsoSet(o.set)}
    from verdict where r.integration_id = verdict.integration_id and r.id = verdict.id
    returning r.integration_id, r.id, r.attempt, verdict.is_exhausted as "isExhausted"
  `.execute(tx);
  return rows;
}

/** What is not claimed and has waited for longer than it may, locked, to be failed in this transaction. */
export async function endLongWaits<T>(
  tx: Tx<T>,
  work: LeasedWork,
  o: { maxWaitSeconds: number; limit: number },
): Promise<(WorkKey & { reason: string })[]> {
  const { rows } = await sql<WorkKey & { reason: string }>`
    select r.integration_id, r.id, r.attempt, r.waits_for as reason
    from ${work.table} r
    where r.claimed_at is null and r.waits_for is not null and ${work.isOpen}
      and r.waiting_since < ${leaseNow} - make_interval(secs => ${o.maxWaitSeconds})
    order by r.waiting_since
    limit ${o.limit}
    for update of r skip locked
  `.execute(tx);
  return rows;
}
