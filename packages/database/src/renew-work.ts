import { type Kysely, type RawBuilder, sql } from 'kysely';
import { leaseNow } from './lease-clock.ts';
import { alsoSet, heldItems, isEachHeld, type LeasedWork, type WorkKey } from './work-table.ts';

export interface Renewal extends WorkKey {
  /** It has no place at this moment: its deadline stands still. */
  readonly paused?: boolean;
}

/**
 * Renews leases, in one statement, of what is still held; also of what was taken back meanwhile and has not been
 * claimed by another: its worker was frozen and not lost, and that does not count.
 * @param o.extendSeconds Added to the deadline, of the row `r`; `held.ord` is the number of the item, from 1.
 * @param o.set More assignments for renewed rows; `held.ord` as above.
 * @returns for each item whether it is still held.
 */
export async function renewWork<T>(
  db: Kysely<T>,
  work: LeasedWork,
  items: readonly Renewal[],
  o: { leaseSeconds: number; extendSeconds?: RawBuilder<number>; set?: RawBuilder<unknown> },
): Promise<boolean[]> {
  const paused = sql`(${items.map((item) => item.paused === true)}::boolean[])[held.ord]`;
  const { rows } = await sql<{ held: boolean }>`
    with ${heldItems(work, items)},
    renewed as (
      update ${work.table} r set
        losses = greatest(0, r.losses - (r.claimed_at is null)::integer),
        failures = greatest(0, r.failures - (r.claimed_at is null and r.lease_until is not null)::integer),
        claimed_at = coalesce(r.claimed_at, clock_timestamp()),
        lease_until = ${leaseNow} + make_interval(secs => ${o.leaseSeconds}),
        paused_at = case when ${paused} then coalesce(r.paused_at, ${leaseNow}) end,
        deadline_at = r.deadline_at + make_interval(secs => ${o.extendSeconds ?? sql`0`})
          + case when ${paused} then interval '0' else coalesce(${leaseNow} - r.paused_at, interval '0') end
        ${alsoSet(o.set)}
      from held where r.integration_id = held.integration_id and r.id = held.id
    )
    ${isEachHeld}
  `.execute(db);
  return rows.map(({ held }) => held);
}
