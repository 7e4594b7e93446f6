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
   * How far it may look: `page`, hardly beyond the rows it answers; `search`, a few thousand rows first; `list`, as far
   * as it has to, within the index that gives the order.
   */
  reach: 'page' | 'search' | 'list';
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
  /** Makes this many rows in each list of a tenant. */
  fill(db: Kysely<T>, o: { tenant: string; rows: number }): Promise<void>;
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
    const tenant = randomUUID();
    o.say?.(`Storing ${o.rows} rows of a list in ${scene.schema}, and ${o.others} times ${o.othersRows} …`);
    const indexes = await dropIndexes(db, scene);
    await scene.fill(db, { tenant, rows: o.rows });
    for (let other = 0; other < o.others; other += 1)
      await scene.fill(db, { tenant: randomUUID(), rows: o.othersRows });
    for (const index of indexes) await sql.raw(index).execute(db);
    for (const table of Object.values(scene.tables))
      await sql`vacuum analyze ${sql.table(table)}`.execute(db);
    o.say?.(`Asking ${scene.questions.length} questions in ${scene.schema} …`);
    const lists: ExplainedList[] = [];
    for (const question of scene.questions) {
      for (const { sort, page } of o.pages) {
        const after = page === 1 ? undefined : await position(db, scene, { tenant, question, sort, page });
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

/** Made again afterwards, they take a fraction of the time. Those of constraints stay. @returns how to make them. */
async function dropIndexes<T>(db: Kysely<T>, { schema, tables }: ListScene<T>): Promise<string[]> {
  const { rows } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes
    where schemaname = ${schema} and tablename = any (${Object.values(tables)}::text[])
      and not exists (select from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass)
  `.execute(db);
  for (const { indexname } of rows) await sql`drop index ${sql.ref(indexname)}`.execute(db);
  return rows.map(({ indexdef }) => indexdef);
}

async function position<T>(
  db: Kysely<T>,
  scene: ListScene<T>,
  { tenant, question, sort, page }: { tenant: string; question: ListQuestion; sort: Sort; page: number },
): Promise<PagePosition> {
  const direction = sql.raw(sort);
  const { rows } = await sql<PagePosition>`
    select created_date, id from ${sql.table(scene.tables[question.list] as string)}
    where integration_id = ${tenant}
    order by created_date ${direction}, id ${direction}
    limit 1 offset ${(page - 1) * LIMIT - 1}
  `.execute(db);
  return rows[0] as PagePosition;
}
