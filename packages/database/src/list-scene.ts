import { randomUUID } from 'node:crypto';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { type Kysely, sql } from 'kysely';
import { type ExplainedStatement, explainedDatabase } from './explain.ts';

/** A list with filters, as a client asks for it. */
export interface ListQuestion {
  list: string;
  /** What the filters are, in words. */
  filters: string;
  input: object;
  /**
   * How far it may look: `page`, hardly beyond the rows it answers; `search`, through the few thousand rows of a block;
   * `list`, as far as it has to, within the index that gives the order.
   */
  reach: 'page' | 'search' | 'list';
}

export interface Filling {
  tenant: string;
  rows: number;
  say?: (done: string) => void;
}

interface Asked {
  tenant: string;
  question: ListQuestion;
  page: { limit: number; sort: Sort; after?: PagePosition };
}

/** The lists of a service, with rows to read: for the test of their plans, and for `npm run bench:lists`. */
export interface ListScene<T> {
  schema: string;
  migrations: URL;
  withJobs: boolean;
  /** The table of each list. */
  tables: Record<string, string>;
  questions: readonly ListQuestion[];
  /** Makes this many rows in each list of a tenant; `say` is told of each list. */
  fill(db: Kysely<T>, o: Filling): Promise<void>;
  ask(db: Kysely<T>, asked: Asked): Promise<unknown>;
}

export interface ExplainedList extends ExplainedStatement {
  question: ListQuestion;
  sort: Sort;
  /** From 1. */
  page: number;
}

const LIMIT = 50;

export interface ListRun {
  url: string;
  /** Of the first tenant. */
  rows: number;
  /** Other tenants, and the rows of each. */
  others: number;
  othersRows: number;
  /** Which pages to ask for, from 1: without filters they begin so far behind the first. */
  pages: readonly { sort: Sort; page: number }[];
  /** The median counts. */
  runs: number;
  say?: (line: string) => void;
}

/** Fills a database and asks every question for each of the pages. */
export async function explainLists<T>(scene: ListScene<T>, o: ListRun): Promise<ExplainedList[]> {
  const explained = explainedDatabase<T>({ ...scene, url: o.url, statementTimeoutMs: 3_600_000 });
  const { db } = explained;
  try {
    const tenant = await fillLists(db, scene, o);
    o.say?.(`Asking ${scene.questions.length} questions in ${scene.schema} …`);
    const positions = new Map<string, PagePosition>();
    const lists: ExplainedList[] = [];
    for (const question of scene.questions) {
      for (const { sort, page } of o.pages) {
        const key = `${question.list} ${sort} ${page}`;
        const after = positions.get(key) ?? (await position(db, scene, { tenant, question, sort, page }));
        if (after) positions.set(key, after);
        const asked = { tenant, question, page: { limit: LIMIT, sort, ...(after && { after }) } };
        const runs: ExplainedStatement[] = [];
        for (let run = 0; run < o.runs; run += 1)
          runs.push(await explained.explain(() => scene.ask(db, asked)));
        runs.sort((a, b) => a.milliseconds - b.milliseconds);
        lists.push({ question, sort, page, ...(runs[runs.length >> 1] as ExplainedStatement) });
      }
    }
    return lists;
  } finally {
    await explained.close();
  }
}

/** @returns the first tenant. */
async function fillLists<T>(db: Kysely<T>, scene: ListScene<T>, o: ListRun): Promise<string> {
  const startedAt = performance.now();
  const say = (what: string) =>
    o.say?.(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s: ${what}`);
  o.say?.(`Storing ${o.rows} rows of a list in ${scene.schema}, and ${o.others} times ${o.othersRows} …`);
  await sql`set synchronous_commit = off`.execute(db);
  await sql`set maintenance_work_mem = '512MB'`.execute(db);
  const indexes = await dropIndexes(db, scene);
  const tenant = randomUUID();
  await scene.fill(db, { tenant, rows: o.rows, say });
  say(`${o.rows} rows of each are stored`);
  for (let other = 0; other < o.others; other += 1)
    await scene.fill(db, { tenant: randomUUID(), rows: o.othersRows });
  say('the other tenants are stored');
  for (const { name, definition } of indexes) {
    // Of a table in partitions Postgres describes the index of the whole alone.
    await sql.raw(definition.replace(' ON ONLY ', ' ON ')).execute(db);
    say(`${name} is made`);
  }
  for (const table of Object.values(scene.tables)) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  say('all is analyzed');
  return tenant;
}

/** Made again afterwards, they take a fraction of the time. Those of constraints stay. @returns how to make them. */
async function dropIndexes<T>(
  db: Kysely<T>,
  { schema, tables }: ListScene<T>,
): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = ${schema} and tablename = any (${Object.values(tables)}::text[])
      and not exists (select from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass)
  `.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows;
}

async function position<T>(
  db: Kysely<T>,
  scene: ListScene<T>,
  { tenant, question, sort, page }: { tenant: string; question: ListQuestion; sort: Sort; page: number },
): Promise<PagePosition | undefined> {
  if (page === 1) return undefined;
  const direction = sql.raw(sort);
  const { rows } = await sql<PagePosition>`
    select created_date, id from ${sql.table(scene.tables[question.list] as string)}
    where integration_id = ${tenant}
    order by created_date ${direction}, id ${direction}
    limit 1 offset ${(page - 1) * LIMIT - 1}
  `.execute(db);
  return rows[0];
}
