import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './pool.ts';

/** A table of leased work. Fragments that are passed with it call its row `r`. */
export interface LeasedWork {
  readonly table: RawBuilder<unknown>;
  /** Which of its rows are work that is still to be done. */
  readonly isOpen: RawBuilder<boolean>;
  /** Name of the lock under which work is handed out. */
  readonly lock: string;
}

export interface WorkKey {
  readonly integration_id: string;
  readonly id: string;
  readonly attempt: number;
}

/** `isOpen` must be implied by `claimed_at is not null`, and be the predicate of the index on waiting rows. */
export function defineLeasedWork(o: { table: string; isOpen?: RawBuilder<boolean> }): LeasedWork {
  return { table: sql.table(o.table), isOpen: o.isOpen ?? sql`true`, lock: `debrief work ${o.table}` };
}

/** Whether the attempt of `r` was handed out: its results and renewals are taken, also after its lease. */
export function isHeld(work: LeasedWork): RawBuilder<boolean> {
  return sql`(r.claimed_by is not null and ${work.isOpen})`;
}

/** Whether the row `r` is one of these. */
export function isAmong(keys: readonly Pick<WorkKey, 'integration_id' | 'id'>[]): RawBuilder<boolean> {
  return sql`(r.integration_id, r.id) in (
    select * from unnest(
      ${keys.map(({ integration_id }) => integration_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]
    )
  )`;
}

/** Assignments that end a claim. */
export const noClaim: RawBuilder<unknown> = sql`
  claimed_at = null, claimed_by = null, lease_until = null, deadline_at = null, paused_at = null
`;

/** `lockAttempts` of those that were handed out. */
export function heldItems(
  work: LeasedWork,
  items: readonly WorkKey[],
  counts?: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return lockAttempts(work.table, items, isHeld(work), counts);
}

/**
 * `item (integration_id, id, attempt, ord)`, and `held` with those whose attempt is present and for whose row `r` the
 * condition holds: other results are late, repeated or stale. Rows are locked in one order, so that batches with rows in
 * common cannot deadlock. A row that is named twice is in it once.
 * @param counts whether a loss of the row `r` counts, of the row as it is locked.
 */
export function lockAttempts(
  table: RawBuilder<unknown>,
  items: readonly WorkKey[],
  condition: RawBuilder<boolean>,
  counts: RawBuilder<boolean> = sql`false`,
): RawBuilder<unknown> {
  return sql`
    item as (
      select * from unnest(
        ${items.map(({ integration_id }) => integration_id)}::uuid[],
        ${items.map(({ id }) => id)}::uuid[],
        ${items.map(({ attempt }) => attempt)}::integer[]
      ) with ordinality as item (integration_id, id, attempt, ord)
    ),
    locked as (
      select r.integration_id, r.id, r.attempt, r.failures, r.losses, r.waiting_since, ${counts} as counts
      from ${table} r
      where (r.integration_id, r.id) in (select integration_id, id from item) and ${condition}
      order by r.integration_id, r.id
      for update of r
    ),
    held as (
      select distinct on (integration_id, id) integration_id, id, failures, losses, waiting_since, counts, item.ord
      from item join locked using (integration_id, id, attempt)
      order by integration_id, id, item.ord desc
    )
  `;
}

/** Locks what is held. @returns for each item whether it is; of a row that is named twice, for both. */
export async function lockHeldWork<T>(
  tx: Tx<T>,
  work: LeasedWork,
  items: readonly WorkKey[],
): Promise<boolean[]> {
  const { rows } = await sql<{ held: boolean }>`
    with ${heldItems(work, items)} ${isEachHeld}
  `.execute(tx);
  return rows.map(({ held }) => held);
}

/** Of the items of `heldItems`, in their order. */
export const isEachHeld: RawBuilder<{ held: boolean }> = sql`
  select exists (
    select from locked where (locked.integration_id, locked.id, locked.attempt)
      = (item.integration_id, item.id, item.attempt)
  ) as held
  from item order by item.ord
`;

/** More assignments for an update, after its own. */
export function alsoSet(assignments: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  return assignments === undefined ? sql`` : sql`, ${assignments}`;
}

/**
 * `name (integration_id)`: the integrations with rows `r` for which the condition holds, and one null, found with one
 * index probe each, however many rows they have; `select distinct` would read every row. Part of a `with recursive`.
 */
export function integrationsWith(
  name: string,
  table: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const [found, id] = [sql.ref(name), sql.ref(`${name}.integration_id`)];
  return sql`
    ${found} as (
      (select r.integration_id from ${table} r where ${condition} order by r.integration_id limit 1)
      union all
      select (
        select r.integration_id from ${table} r
        where ${condition} and r.integration_id > ${id} order by r.integration_id limit 1
      )
      from ${found} where ${id} is not null
    )
  `;
}
