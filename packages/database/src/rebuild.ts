import { randomUUID } from 'node:crypto';
import { FACTS_PAGE_ROWS, type FactPosition } from '@debrief/contracts/paging';
import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import { type CopyTable, compareRange, type RangeStart, type Seen, seeRows } from './compare-range.ts';
import { defineJob, handleJob, type JobHandler, Postpone } from './job-definition.ts';
import { addJob } from './jobs.ts';
import { isDatabaseOutage } from './outage.ts';
import { type DatabaseLog, type Tx, transaction } from './pool.ts';
import {
  continueRebuild,
  findRebuild,
  type RebuildRow,
  RebuildTaken,
  saveStep,
  saveWait,
} from './rebuild-rows.ts';

export type { CopyTable, RangeStart, Seen } from './compare-range.ts';
export { findRebuild, type RebuildRow, rebuildView } from './rebuild-rows.ts';

/** A copy of what others own, and how it is made again. */
export interface Copy<T, Row extends object> {
  readonly kind: string;
  readonly table: CopyTable;
  /**
   * The rows of the copy as they should be, from `start` on, by what the owners say now. `next`: the last row for which
   * they have said it; null: all.
   */
  rows(start: RangeStart, seen: readonly Seen<Row>[]): Promise<{ rows: Row[]; next: FactPosition | null }>;
  /**
   * Makes what hangs on those rows as it should be, in the same transaction. `seen`: the rows that the copy had in their
   * range, of which those that no owner has are gone by now. Answers how much that changed.
   */
  complete?(tx: Tx<T>, rows: readonly Row[], seen: readonly Seen<Row>[]): Promise<number>;
}

/** What an owner that does not answer is waited for as; anything else is a fault. */
export type Outage = (error: unknown) => string | null;

/** Something keeps writing these rows; whatever it is will leave them right. */
const TRIES = 8;
/** SQLSTATEs of a deadlock or a serialization failure: another try may succeed. */
const LOST_RACE = /^40/;

const rebuildJob = (schema: string) => defineJob<{ kind: string; id: string }>({ schema, name: 'rebuild' });

/**
 * Begins a rebuild, or goes on with the one of this kind that has not ended. Null: that is one of other integrations.
 * Jobs of a kind share a queue, so that one that is still running and its successor never run at once.
 */
export function startRebuild<T>(
  db: Kysely<T>,
  schema: string,
  o: { kind: string; integrationId: string | null },
): Promise<RebuildRow | null> {
  return transaction(db, async (tx) => {
    const rebuild = await continueRebuild(tx, { ...o, id: randomUUID() });
    const covers = rebuild.integration_id === null || rebuild.integration_id === o.integrationId;
    if (!covers) return null;
    const key = `rebuild ${o.kind}`;
    await addJob(tx, rebuildJob(schema), { kind: o.kind, id: rebuild.id }, { key, queue: key });
    return rebuild;
  });
}

/**
 * Runs rebuilds to their end, range by range. The place is stored with each range, so that a killed process or an
 * outage costs one range.
 */
export function runRebuilds<T>(
  db: Kysely<T>,
  schema: string,
  o: { copies: readonly Copy<T, object>[]; outage: Outage; log: DatabaseLog },
): JobHandler {
  return handleJob(rebuildJob(schema), async ({ kind, id }, { signal }) => {
    const copy = o.copies.find((one) => one.kind === kind);
    if (copy === undefined) throw new Error(`there is no rebuild of ${kind}`);
    for (;;) {
      signal.throwIfAborted();
      try {
        const rebuild = await findRebuild(db, kind);
        if (rebuild === null || rebuild.id !== id || rebuild.finished_at !== null) return;
        await compareNext(db, copy, rebuild, o.log);
      } catch (error) {
        if (error instanceof RebuildTaken) continue;
        const waitsFor = outageOf(error, o.outage);
        await saveWait(db, id, waitsFor ?? `${schema}, which fails; see its log`).catch(() => {});
        if (waitsFor === null) throw error;
        throw new Postpone(`waits for ${waitsFor}`, { cause: error });
      }
    }
  });
}

async function compareNext<T>(
  db: Kysely<T>,
  copy: Copy<T, object>,
  rebuild: RebuildRow,
  log: DatabaseLog,
): Promise<void> {
  const start = { integrationId: rebuild.integration_id, after: rebuild.position };
  for (let tries = 1; ; tries += 1) {
    const range = await readRange(db, copy, start);
    const differing = await transaction(db, async (tx) => {
      const { changed, removed, differing } = await compareRange(
        tx as Tx<unknown>,
        copy.table,
        range.seen,
        range.rows,
      );
      const completed = (await copy.complete?.(tx, range.rows, range.seen)) ?? 0;
      const isDone = differing === 0 || tries === TRIES;
      const done = isDone ? { next: range.next, rows: range.rows.length } : null;
      await saveStep(tx, rebuild, { changed: changed + completed, removed, done });
      return isDone ? 0 : differing;
    });
    if (differing === 0) break;
    log.info({ kind: copy.kind, rows: differing }, 'rows were wrong or changed meanwhile; comparing again');
  }
}

/** A range for which both the copy, first, and its owners, after that, have been read. */
async function readRange<T>(db: Kysely<T>, copy: Copy<T, object>, start: RangeStart) {
  const found = await seeRows<object>(db as Kysely<unknown>, copy.table, start, FACTS_PAGE_ROWS + 1);
  const seen = found.slice(0, FACTS_PAGE_ROWS);
  const position = (row: object): FactPosition => {
    const values = copy.table.key.map((column) => (row as Record<string, string>)[column] as string);
    return { integration_id: values[0] as string, id: values.at(-1) as string };
  };
  const last = seen.at(-1);
  const seenUntil = found.length > seen.length && last !== undefined ? position(last) : null;
  const { rows, next: saidUntil } = await copy.rows(start, seen);
  const next = earliest(seenUntil, saidUntil);
  const isInRange = (row: object) => next === null || !isAfter(position(row), next);
  return { seen: seen.filter(isInRange), rows: rows.filter(isInRange), next };
}

/** The first of the places up to which something is known; null is the end. */
export function earliest(one: FactPosition | null, other: FactPosition | null): FactPosition | null {
  if (one === null || other === null) return one ?? other;
  return isAfter(one, other) ? other : one;
}

/** UUIDs as Postgres writes them sort as text as they do there. */
function isAfter(one: FactPosition, other: FactPosition): boolean {
  return `${one.integration_id}${one.id}` > `${other.integration_id}${other.id}`;
}

function outageOf(error: unknown, outage: Outage): string | null {
  const code = error instanceof DatabaseError ? (error.code ?? '') : '';
  return isDatabaseOutage(error) || LOST_RACE.test(code) ? 'the database' : outage(error);
}
