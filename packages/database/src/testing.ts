import { createHash, randomBytes } from 'node:crypto';
import { testPostgresUrl } from '@debrief/local/testing';
import { Client } from 'pg';
import { checkSchemaName } from './connection-settings.ts';
import { jobSchemaOf } from './job-schema.ts';
import { explainLists, type ListScene } from './list-scene.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migration-files.ts';
import { createDatabase, type Database, type DatabaseLog } from './pool.ts';

/** The part of a tap test that these functions use. */
export interface Teardown {
  teardown(handler: () => unknown): unknown;
}

export interface TestSchema {
  schema: string;
  migrations: URL;
  /** With the tables of the service's jobs. */
  withJobs?: boolean;
}

export { type HeldInsertLock, holdInsertLock } from './hold-insert-lock.ts';

const silent: DatabaseLog = { info() {}, warn() {}, error() {} };
const POOL_SIZE = 5;
/** For a connection, also while others use all, and for a statement: a machine may be busy with other tests. */
const PATIENCE_MS = 30_000;

/**
 * A migrated database of the test's own, copied from a template in about 30 ms and dropped when the test ends.
 * The template is made once per schema and state of the migrations.
 */
export async function testDatabase<T>(
  t: Teardown,
  o: TestSchema,
): Promise<{ url: string; database: Database<T> }> {
  const { url, drop } = await copyTemplate(o);
  const limits = { poolSize: POOL_SIZE, connectTimeoutMs: PATIENCE_MS, statementTimeoutMs: PATIENCE_MS };
  const database = createDatabase<T>({ url, schema: o.schema, ...limits, log: silent });
  t.teardown(async () => {
    await database.close();
    await drop();
  });
  return { url, database };
}

/** The same without a test; the caller drops it. On the server of tests unless another one is given. */
export async function copyTemplate(
  o: TestSchema,
  serverUrl?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const server = serverUrl ?? (await testPostgresUrl());
  const template = await ensureTemplate(server, o);
  const name = `test_${o.schema}_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, (admin) => admin.query(`create database ${name} template ${template}`));
  return {
    url: urlOf(server, name),
    drop: () => asAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  };
}

const LISTED = {
  ...{ rows: 8_000, others: 2, othersRows: 500, runs: 1 },
  pages: [
    { sort: 'asc', page: 1 },
    { sort: 'desc', page: 80 },
  ],
} as const;
/** Rows and entries of indexes that a list may visit, by how far its question may look. */
const VISITS_MAX = { page: 400, search: 8_500, list: LISTED.rows + 200 };

/** What is wrong with the plans of lists: tables that are read from end to end, and far more rows than a page has. */
export async function findSlowLists<T>(scene: ListScene<T>): Promise<string[]> {
  const { url, drop } = await copyTemplate(scene);
  try {
    const lists = await explainLists(scene, { url, ...LISTED });
    return lists.flatMap(({ question, sort, page, visited, scanned }) => {
      const isSlow = scanned.length > 0 || visited > VISITS_MAX[question.reach];
      const read = scanned.map((table) => `, all of ${table}`).join('');
      return isSlow
        ? `${question.list} by ${question.filters}, ${sort}, page ${page}: ${visited} rows${read}`
        : [];
    });
  } finally {
    await drop();
  }
}

const templates = new Map<string, Promise<string>>();

function ensureTemplate(server: string, o: TestSchema): Promise<string> {
  const key = `${server} ${o.schema} ${o.migrations.href} ${o.withJobs}`;
  const template = templates.get(key) ?? makeTemplate(server, o);
  templates.set(key, template);
  return template;
}

async function makeTemplate(server: string, o: TestSchema): Promise<string> {
  const files = await readMigrations(o.migrations);
  const state = ['audit', o.withJobs, ...files.map(({ name, checksum }) => `${name} ${checksum}`)].join('\n');
  const hash = createHash('sha256').update(state).digest('hex').slice(0, 16);
  const name = `template_${checkSchemaName(o.schema)}_${hash}`;
  await asAdmin(server, async (admin) => {
    // One at a time on this server: creating databases concurrently from template1 fails.
    await admin.query(`select pg_advisory_lock(hashtextextended('debrief test template', 0))`);
    const { rows } = await admin.query('select datistemplate from pg_database where datname = $1', [name]);
    if (rows[0]?.datistemplate) return;
    // Marked as a template only when complete, so one without the mark is a half-made one.
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template template0`);
    const url = urlOf(server, name);
    await migrate({ ...o, url, directory: o.migrations, withAudit: true, log: silent });
    if (o.withJobs) {
      const { runMigrations } = await import('graphile-worker');
      await runMigrations({ connectionString: url, schema: jobSchemaOf(o.schema) });
    }
    await admin.query(`alter database ${name} with is_template true allow_connections false`);
  });
  return name;
}

async function asAdmin(server: string, body: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: server, connectionTimeoutMillis: 10_000 });
  admin.on('error', () => {});
  await admin.connect();
  try {
    await body(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
