import type { FactPosition } from '@debrief/contracts/paging';
import { type Kysely, sql } from 'kysely';
import type { Tx } from './pool.ts';

/** A rebuild as it stands; a service that has any has a table of them, with one row a kind. */
export interface RebuildRow {
  id: string;
  kind: string;
  integration_id: string | null;
  started_at: string;
  finished_at: string | null;
  /** Everything up to this row is done. */
  position: FactPosition | null;
  rows: number;
  changed: number;
  removed: number;
  waits_for: string | null;
  waiting_since: string | null;
}

const columns = sql`
  id, kind, integration_id, started_at, finished_at, position, rows, changed, removed, waits_for, waiting_since
`;

/** Takes the place of one that has ended; one that has not stays as it is and is answered. */
export async function continueRebuild<T>(
  tx: Tx<T>,
  o: { id: string; kind: string; integrationId: string | null },
): Promise<RebuildRow> {
  await sql`
    insert into rebuilds as r (id, kind, integration_id) values (${o.id}, ${o.kind}, ${o.integrationId})
    on conflict (kind) do update set
      id = excluded.id, integration_id = excluded.integration_id, started_at = excluded.started_at,
      finished_at = null, position = null, rows = 0, changed = 0, removed = 0, waits_for = null, waiting_since = null
    where r.finished_at is not null`.execute(tx);
  return (await findRebuild(tx, o.kind)) as RebuildRow;
}

/** The latest of a kind. */
export async function findRebuild<T>(db: Kysely<T>, kind: string): Promise<RebuildRow | null> {
  const { rows } = await sql<RebuildRow>`select ${columns} from rebuilds where kind = ${kind}`.execute(db);
  return rows[0] ?? null;
}

/** As it is shown. */
export function rebuildView({ position: _, ...shown }: RebuildRow): Omit<RebuildRow, 'position'> {
  return shown;
}

/**
 * Counts what was changed and, where a range is done, notes its place; without a `next` it is the end. Fails when another
 * process has gone on from the same place: it has done the same.
 */
export async function saveStep<T>(
  tx: Tx<T>,
  { id, position }: RebuildRow,
  step: {
    changed: number;
    removed: number;
    done: { next: FactPosition | null; rows: number } | null;
  },
): Promise<void> {
  const { done, changed, removed } = step;
  const next = done?.next == null ? null : JSON.stringify(done.next);
  const { numAffectedRows } = await sql`
    update rebuilds set
      position = coalesce(${next}::jsonb, position),
      finished_at = case when ${done !== null && done.next === null} then clock_timestamp() end,
      rows = rows + ${done?.rows ?? 0}, changed = changed + ${changed}, removed = removed + ${removed},
      waits_for = null, waiting_since = null
    where id = ${id} and finished_at is null
      and position is not distinct from ${position === null ? null : JSON.stringify(position)}::jsonb
  `.execute(tx);
  if (numAffectedRows !== 1n) throw new RebuildTaken();
}

/** Another process runs the same rebuild, because this one was taken for dead. */
export class RebuildTaken extends Error {
  override readonly name = 'RebuildTaken';
}

export async function saveWait<T>(db: Kysely<T>, id: string, waitsFor: string): Promise<void> {
  await sql`
    update rebuilds set
      waiting_since = case when waits_for = ${waitsFor} then waiting_since else clock_timestamp() end,
      waits_for = ${waitsFor}
    where id = ${id} and finished_at is null`.execute(db);
}
