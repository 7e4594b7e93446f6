import { type RawBuilder, sql } from 'kysely';
import { leaseNow } from './lease-clock.ts';
import type { Tx } from './pool.ts';
import { alsoSet, heldItems, type LeasedWork, noClaim, type WorkKey } from './work-table.ts';

export interface Return extends WorkKey {
  /** `wait`: something else is at fault. `retry`: it may be at fault itself. `handed_on`: another may have it at once. */
  readonly outcome: 'wait' | 'retry' | 'handed_on';
  /** Code of what it waits for or failed with. */
  readonly reason?: string | null;
  /** Not before so long; null: 5, 10, 20, 30, 30 … s for `wait`, 10, 30, 90 … s for `retry`. */
  readonly afterSeconds?: number | null;
}

export interface Returned extends WorkKey {
  /** It has used up its attempts or the time it may wait, and is still open: fail it in this transaction. */
  isExhausted: boolean;
  reason: string | null;
}

export interface ReturnOptions {
  maxFailures: number;
  maxWaitSeconds: number;
  /** More assignments for returned rows `r`; `verdict.is_exhausted` says which are to be failed. */
  set?: RawBuilder<unknown>;
}

const AFTER_SECONDS_MAX = 3_600;

/**
 * Gives work back and ends its attempt. An exhausted row keeps its attempt and has no claim.
 * @returns for each item what became of it; null when it is no longer held.
 */
export async function returnWork<T>(
  tx: Tx<T>,
  work: LeasedWork,
  items: readonly Return[],
  o: ReturnOptions,
): Promise<(Returned | null)[]> {
  const { rows } = await sql<Returned & { held: boolean }>`
    with ${heldItems(work, items)},
    verdict as (
      select held.integration_id, held.id, told.*, waited.seconds as waited_seconds,
        told.outcome = 'retry' and held.failures + 1 >= ${o.maxFailures}
          or told.outcome = 'wait' and waited.seconds > ${o.maxWaitSeconds} as is_exhausted
      from held
      cross join lateral (
        select coalesce(extract(epoch from clock_timestamp() - held.waiting_since), 0)::float8 as seconds
      ) waited
      join unnest(
        ${items.map(({ outcome }) => outcome)}::text[],
        ${items.map(({ reason }) => reason ?? null)}::text[],
        ${items.map(({ afterSeconds }) => afterSeconds ?? null)}::float8[]
      ) with ordinality as told (outcome, reason, after_seconds, ord) on told.ord = held.ord
    ),
    returned as (
      update ${work.table} r set
        attempt = r.attempt + (not verdict.is_exhausted)::integer,
        failures = r.failures + (verdict.outcome = 'retry')::integer,
        due_at = ${leaseNow} + make_interval(secs => least(${AFTER_SECONDS_MAX}, coalesce(
          verdict.after_seconds,
          case verdict.outcome
            when 'wait' then least(30, greatest(5, 5 + verdict.waited_seconds))
            when 'retry' then 10 * 3 ^ least(r.failures, 5)
            else 0
          end
        ))),
        waits_for = case when verdict.outcome = 'handed_on' then r.waits_for else verdict.reason end,
        waiting_since = case verdict.outcome
          when 'wait' then coalesce(r.waiting_since, clock_timestamp())
          when 'retry' then clock_timestamp()
          else r.waiting_since
        end,
        ${noClaim} ${alsoSet(o.set)}
      from verdict where r.integration_id = verdict.integration_id and r.id = verdict.id
      returning verdict.ord, r.integration_id, r.id, r.attempt, verdict.is_exhausted, verdict.reason
    )
    select returned.ord is not null as held, returned.integration_id, returned.id, returned.attempt,
      returned.is_exhausted as "isExhausted", returned.reason
    from item left join returned on returned.ord = item.ord
    order by item.ord
  `.execute(tx);
  return rows.map(({ held, ...returned }) => (held ? returned : null));
}

/**
 * Takes back what has outlived its lease or its deadline, and may be claimed again at once. A passed deadline counts
 * and ends the attempt; a lease that ran out counts where `counts` says so of the row `r`, and its attempt goes on
 * until somebody else claims it.
 */
export async function takeBackWork<T>(
  tx: Tx<T>,
  work: LeasedWork,
  o: Omit<ReturnOptions, 'maxWaitSeconds'> & { counts: RawBuilder<boolean>; limit: number },
): Promise<(Returned & { isLate: boolean })[]> {
  const { rows } = await sql<Returned & { isLate: boolean }>`
    with expired as (
      select r.integration_id, r.id, r.failures, late.is_late, late.is_late or ${o.counts} as counts
      from ${work.table} r,
        lateral (select coalesce(r.deadline_at < coalesce(r.paused_at, ${leaseNow}), false) as is_late) late
      where r.claimed_at is not null and (late.is_late or r.lease_until < ${leaseNow})
      order by r.lease_until
      limit ${o.limit}
      -- Skipped: it is being renewed or ended at this moment.
      for update of r skip locked
    ),
    verdict as (
      select *, counts and failures + 1 >= ${o.maxFailures} as is_exhausted from expired
    )
    update ${work.table} r set
      attempt = r.attempt + (verdict.is_late and not verdict.is_exhausted)::integer,
      failures = r.failures + verdict.counts::integer,
      claimed_at = null,
      claimed_by = case when not verdict.is_late and not verdict.is_exhausted then r.claimed_by end
      ${alsoSet(o.set)}
    from verdict where r.integration_id = verdict.integration_id and r.id = verdict.id
    returning r.integration_id, r.id, r.attempt, r.waits_for as reason,
      verdict.is_exhausted as "isExhausted", verdict.is_late as "isLate"
  `.execute(tx);
  return rows;
}

/** What is not claimed and has waited for longer than it may, locked, to be failed in this transaction. */
export async function endLongWaits<T>(
  tx: Tx<T>,
  work: LeasedWork,
  o: { maxWaitSeconds: number; limit: number },
): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    select r.integration_id, r.id, r.attempt, r.waits_for as reason, true as "isExhausted"
    from ${work.table} r
    where r.claimed_at is null and r.waits_for is not null and ${work.isOpen}
      and r.waiting_since < clock_timestamp() - make_interval(secs => ${o.maxWaitSeconds})
    order by r.waiting_since
    limit ${o.limit}
    for update of r skip locked
  `.execute(tx);
  return rows;
}
