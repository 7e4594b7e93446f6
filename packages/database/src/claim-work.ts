import { type RawBuilder, sql } from 'kysely';
import { leaseNow } from './lease-clock.ts';
import type { Tx } from './pool.ts';
import { alsoSet, integrationsWith, type LeasedWork } from './work-table.ts';

export interface ClaimOptions<Row> {
  /** Who claims; a process takes a new one at each start. */
  claimant: string;
  /**
   * The ids of what the claimant holds. Rows that are claimed by it and not listed were in an answer that did not
   * arrive: they are returned again, so it must make one claim at a time. A later attempt of what it lists goes to others only.
   */
  holds: readonly string[];
  places: number;
  /** The most rows of one integration that are claimed at once. */
  perIntegration: number;
  /**
   * Integrations in the order in which the claimant served them. Among those with as little running, the one served
   * longest ago comes first: with a single place nothing runs when it claims, and the oldest queue would always win.
   */
  served?: readonly string[];
  leaseSeconds: number;
  /** Length of the attempt, of the row `r`. */
  deadlineSeconds: RawBuilder<number>;
  /** More assignments for claimed rows. */
  set?: RawBuilder<unknown>;
  /** What is returned of each row `r`. */
  select: RawBuilder<Row>;
}

/** A replica that is frozen while it has the lock keeps the others from claiming for no longer. */
const IDLE_WITH_LOCK = '5s';

/** Serializes claims over all replicas, so that none sees a place free that another has just taken. */
async function lockWork<T>(tx: Tx<T>, work: LeasedWork): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(current_schema() || ${` ${work.lock}`}::text, 0)),
      set_config('idle_in_transaction_session_timeout', ${IDLE_WITH_LOCK}, true)
  `.execute(tx);
}

/**
 * Hands out rows that are due; first those of an answer that did not arrive (see `holds`), under the same attempt and deadline.
 */
export async function claimWork<T, Row>(
  tx: Tx<T>,
  work: LeasedWork,
  o: ClaimOptions<Row>,
): Promise<(Row & { deadline_seconds: number })[]> {
  if (o.places === 0) return [];
  await lockWork(tx, work);
  const again = await handOut(
    tx,
    work,
    o,
    undelivered(work, o),
    sql`lease_until = ${leaseAfter(o.leaseSeconds)}`,
  );
  const places = o.places - again.length;
  if (places === 0) return again;
  await clearDelays(tx, work, places);
  const claimed = await handOut(tx, work, o, due(work, { ...o, places }), newClaim(o));
  return [...again, ...claimed];
}

/**
 * Puts what has become due among the rows without a delay, the only ones that are claimed: a claim never reads what is
 * not due yet. Of each integration as many as there are places, so that none waits for another's.
 */
async function clearDelays<T>(tx: Tx<T>, work: LeasedWork, places: number): Promise<void> {
  const isDelayed = sql<boolean>`r.claimed_at is null and r.due_at is not null and ${work.isOpen}`;
  await sql`
    with recursive ${integrationsWith('delayed', work.table, isDelayed)}
    update ${work.table} r set due_at = null where r.ctid = any (array(
      select due.ctid from delayed
      cross join lateral (
        select r.ctid from ${work.table} r
        where r.integration_id = delayed.integration_id and ${isDelayed} and r.due_at <= ${leaseNow}
        order by r.due_at
        limit ${places}
        for update of r skip locked
      ) due
    ))
  `.execute(tx);
}

function leaseAfter(seconds: number): RawBuilder<string> {
  return sql`${leaseNow} + make_interval(secs => ${seconds})`;
}

function newClaim<Row>(o: ClaimOptions<Row>): RawBuilder<unknown> {
  return sql`
    attempt = r.attempt + (r.claimed_by is not null)::integer,
    claimed_at = clock_timestamp(), claimed_by = ${o.claimant}::uuid, due_at = null, paused_at = null,
    lease_until = ${leaseAfter(o.leaseSeconds)},
    deadline_at = ${leaseNow} + make_interval(secs => ${o.deadlineSeconds})
    ${alsoSet(o.set)}
  `;
}

/** @param chosen Common table expressions ending in `chosen (integration_id, id, queued_at, ord)`. */
async function handOut<T, Row>(
  tx: Tx<T>,
  work: LeasedWork,
  o: ClaimOptions<Row>,
  chosen: RawBuilder<unknown>,
  claim: RawBuilder<unknown>,
): Promise<(Row & { deadline_seconds: number })[]> {
  const { rows } = await sql<Row & { deadline_seconds: number }>`
    with recursive ${chosen},
    locked as (
      -- Skipped: a late renewal or an operator has the row at this moment.
      select r.integration_id, r.id, chosen.ord, chosen.queued_at
      from chosen join ${work.table} r on r.integration_id = chosen.integration_id and r.id = chosen.id
      where ${work.isOpen}
      for update of r skip locked
    ),
    claimed as (
      update ${work.table} r set ${claim}
      from locked where r.integration_id = locked.integration_id and r.id = locked.id
      returning r.*, locked.ord
    )
    select ${o.select}, extract(epoch from r.deadline_at - ${leaseNow})::float8 as deadline_seconds
    from claimed r order by r.ord, r.queued_at, r.id
  `.execute(tx);
  return rows;
}

/** What was in an answer that did not arrive. */
function undelivered<Row>(work: LeasedWork, o: ClaimOptions<Row>): RawBuilder<unknown> {
  return sql`
    chosen as (
      select r.integration_id, r.id, r.queued_at, 0 as ord from ${work.table} r
      where r.claimed_at is not null and r.claimed_by = ${o.claimant}::uuid and r.id <> all (${o.holds}::uuid[])
      order by r.queued_at, r.id limit ${o.places}
    )
  `;
}

/**
 * The free places of each integration, the one with the least claimed first: one with thousands waiting comes after
 * another's first.
 */
function due<Row>(work: LeasedWork, o: ClaimOptions<Row>): RawBuilder<unknown> {
  const isWaiting = sql<boolean>`r.claimed_at is null and r.due_at is null and ${work.isOpen}`;
  const oldest = (limit: RawBuilder<unknown>) => sql`
    select r.integration_id, r.id, r.queued_at from ${work.table} r
    where r.integration_id = waiting.integration_id and ${isWaiting} and r.id <> all (${o.holds}::uuid[])
    order by r.queued_at, r.id
    limit ${limit}
  `;
  const lastServed = sql`coalesce(array_position(${o.served ?? []}::uuid[], oldest.integration_id), 0)`;
  return sql`
    ${integrationsWith('waiting', work.table, isWaiting)},
    busy as (
      select r.integration_id, count(*) as claims from ${work.table} r
      where r.claimed_at is not null group by r.integration_id
    ),
    -- No place can go to an integration beyond these: the first rows of so many others come before its own.
    first as (
      select waiting.integration_id, ${o.perIntegration} - coalesce(busy.claims, 0) as places, busy.claims
      from waiting
      left join busy on busy.integration_id = waiting.integration_id
      cross join lateral (${oldest(sql`1`)}) oldest
      where coalesce(busy.claims, 0) < ${o.perIntegration}
      order by coalesce(busy.claims, 0), ${lastServed}, oldest.queued_at, oldest.id
      limit ${o.places}
    ),
    chosen as (
      select oldest.integration_id, oldest.id, oldest.queued_at,
        row_number() over (
          order by coalesce(waiting.claims, 0) + oldest.ord, ${lastServed}, oldest.queued_at, oldest.id
        ) as ord
      from first waiting
      cross join lateral (
        select oldest.*, row_number() over (order by oldest.queued_at, oldest.id) as ord
        from (${oldest(sql`least(${o.places}, waiting.places)`)}) oldest
      ) oldest
      order by ord
      limit ${o.places}
    )
  `;
}
