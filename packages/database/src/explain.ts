import { Kysely, PostgresDialect } from 'kysely';
import { createPool, type DatabaseLog } from './pool.ts';

/** What Postgres did for a question. */
export interface ExplainedStatement {
  /** Planning and execution, without sending the rows. */
  milliseconds: number;
  /** Rows of tables and entries of indexes that were looked at. Those passed over within an index show in `pages` only. */
  visited: number;
  /** Pages of tables and indexes that were read, each time it was. */
  pages: number;
  /** Tables that were read from end to end. */
  scanned: string[];
  /** Tables that were read at all; of one in partitions, these. */
  tables: string[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

const silent: DatabaseLog = { info() {}, warn() {}, error() {} };

/** For tests and measurements: what the statements of `db` cost Postgres. */
export function explainedDatabase<T>(o: { url: string; schema: string; statementTimeoutMs?: number }) {
  const pool = createPool({ ...o, poolSize: 1, log: silent });
  let statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<T>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      if (level === 'query') statements.push(query);
    },
  });
  return {
    db,
    /** Runs what asks, then its statements again, explained: the sum of them. They must only read. */
    async explain(ask: () => Promise<unknown>): Promise<ExplainedStatement> {
      statements = [];
      await ask();
      const sum: ExplainedStatement = { milliseconds: 0, visited: 0, pages: 0, scanned: [], tables: [] };
      for (const { sql, parameters } of statements) {
        const text = `explain (analyze, buffers, timing off, format json) ${sql}`;
        const { rows } = await pool.query(text, parameters as unknown[]);
        const [{ Plan, ...times }] = rows[0]['QUERY PLAN'];
        sum.milliseconds += times['Planning Time'] + times['Execution Time'];
        sum.pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
        const { visited, scanned, tables } = visitsOf(Plan);
        sum.visited += visited;
        sum.scanned.push(...scanned);
        sum.tables = [...new Set([...sum.tables, ...tables])];
      }
      return sum;
    },
    close: () => db.destroy(),
  };
}

function visitsOf(node: PlanNode): Pick<ExplainedStatement, 'visited' | 'scanned' | 'tables'> {
  const parts = (node.Plans ?? []).map(visitsOf);
  const table = node['Relation Name'];
  const isLeaf = table !== undefined || node['Index Name'] !== undefined;
  const rows =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own = isLeaf ? rows * node['Actual Loops'] : 0;
  const scanned = node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0 ? [table ?? ''] : [];
  return {
    visited: parts.reduce((sum, { visited }) => sum + visited, own),
    scanned: [...scanned, ...parts.flatMap((part) => part.scanned)],
    tables: [
      ...(table !== undefined && node['Actual Loops'] > 0 ? [table] : []),
      ...parts.flatMap((part) => part.tables),
    ],
  };
}
