import type { FactPosition } from '@debrief/contracts/paging';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ofFacts } from './facts.ts';
import type { Tx } from './pool.ts';

/** A table that holds a copy of what another service owns. */
export interface CopyTable {
  readonly name: string;
  /** Its primary key: the integration and, unless the row is one, an id. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Rows of `copy` that are a copy; all by default. */
  readonly where?: RawBuilder<boolean>;
}

/** A row as it was before its owner was asked. `row_version` changes with every write to it. */
export type Seen<Row> = Row & { row_version: string };

/** Where a rebuild is: behind which row, and in which integration unless in all. */
export interface RangeStart {
  readonly integrationId: string | null;
  readonly after: FactPosition | null;
}

export interface Compared {
  changed: number;
  removed: number;
  /**
   * Rows that were not as they should be, and are to be compared once more. Something else may have written them in the
   * meantime. And what was mended is as its owner had it a moment ago: an event that came since may have been refused for
   * the version that was wrong, or have removed a row that was not there yet.
   */
  differing: number;
}

/** Rows of the copy from a place on, in the order in which owners list facts. */
export async function seeRows<Row>(
  db: Kysely<unknown>,
  table: CopyTable,
  start: RangeStart,
  limit: number,
): Promise<Seen<Row>[]> {
  const range = {
    ...(start.integrationId !== null && { integration_id: start.integrationId }),
    ...(start.after !== null && { after: start.after }),
  };
  const key = table.key.map((column) => `copy.${column}`);
  const { rows } = await sql<Seen<Row>>`
    select copy.*, copy.xmin::text as row_version
    from ${sql.table(table.name)} copy
    where ${ofFacts(range, key)} and ${table.where ?? sql`true`}
    order by ${sql.join(key.map((column) => sql.ref(column)))}
    limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Makes a range of a copy as its owner has it: `seen` are the copy's rows of that range as they were *before* the owner
 * was asked, `rows` all that the owner then had. What an owner does not have then, though the copy had it before, is
 * gone; what differs is wrong, whatever its version says. Only rows that are still as they were seen are touched: one
 * that an event has written since may be newer than what the owner said. In place, and never deleted and inserted,
 * because an update by an event that waits for a row finds its new state, but not another row of the same key.
 */
export async function compareRange(
  tx: Tx<unknown>,
  table: CopyTable,
  seen: readonly Seen<object>[],
  rows: readonly object[],
): Promise<Compared> {
  const { key, columns } = table;
  const copy = sql.table(table.name);
  const list = (names: readonly string[], alias?: string) =>
    sql.join(names.map((name) => sql.ref(alias === undefined ? name : `${alias}.${name}`)));
  const same = (one: string, other: string): RawBuilder<boolean> =>
    sql`(${list(key, one)}) = (${list(key, other)})`;
  const others = columns.filter((column) => !key.includes(column));
  const changes = others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
  const seenColumns = [...key, 'row_version'].map(
    (column) => seen.map((row) => (row as Record<string, unknown>)[column]) as string[],
  );
  const types = [...key.map(() => sql`uuid`), sql`text`];
  const { rows: counted } = await sql<Compared>`
    with given as materialized (
      select * from json_populate_recordset(null::${copy}, ${JSON.stringify(rows)}::json)
    ),
    seen as materialized (
      select * from unnest(${sql.join(seenColumns.map((values, index) => sql`${values}::${types[index]}[]`))})
        as seen (${list(key)}, row_version)
    ),
    removed as (
      delete from ${copy} copy using seen
      where ${same('copy', 'seen')} and copy.xmin::text = seen.row_version
        and not exists (select from given where ${same('given', 'seen')})
      returning 1
    ),
    changed as (
      update ${copy} copy set ${sql.join(changes)}
      from given join seen on ${same('given', 'seen')}
      where ${same('copy', 'given')} and copy.xmin::text = seen.row_version
        and row(copy.*) is distinct from row(given.*)
      returning 1
    ),
    added as (
      insert into ${copy} (${list(columns)})
      select ${list(columns, 'given')} from given
      where not exists (select from seen where ${same('seen', 'given')})
      order by ${list(key, 'given')}
      on conflict do nothing
      returning 1
    ),
    differing as (
      select from seen where not exists (select from given where ${same('given', 'seen')})
      union all
      select from given left join ${copy} copy on ${same('copy', 'given')}
      where row(copy.*) is distinct from row(given.*)
    )
    select (select count(*) from added) + (select count(*) from changed) as changed,
      (select count(*) from removed) as removed, (select count(*) from differing) as differing
  `.execute(tx);
  return counted[0] as Compared;
}
