import { Client, type DatabaseError } from 'pg';
import { auditSchemaOf, prepareAudit } from './audit-schema.ts';
import { checkSchemaName, connectionSettings } from './connection-settings.ts';
import { jobSchemaOf, jobTables } from './job-schema.ts';
import { type MigrationFile, readMigrations } from './migration-files.ts';
import type { DatabaseLog } from './pool.ts';

export interface MigrateOptions {
  url: string;
  schema: string;
  directory: URL;
  log: DatabaseLog;
  /** Also prepares the schema of the service's jobs, `<schema>_jobs`; `startJobs` fills it. */
  withJobs?: boolean;
  /** Also makes the table of the service's audit trail where whoever made the role has not. */
  withAudit?: boolean;
}

/** A migration failed, or the database was made by other migrations than these. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const LIMITS = {
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10 * 60_000,
  // A migration that cannot get its lock gives up: waiting, it would hold up every query that comes after it.
  lockTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 60_000,
};
/** How long a replica waits for another one's migration. */
const OTHER_REPLICA_TIMEOUT_MS = 10 * 60_000;

const LEDGER = `create table schema_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/**
 * Applies the numbered SQL files of a folder that the schema does not have yet, and returns their names. Each runs in
 * a transaction of its own, with its ledger row, under a lock: any number of replicas may do this at once. The role
 * needs the right to create schemas only where the schema does not exist yet.
 */
export async function migrate(o: MigrateOptions): Promise<string[]> {
  const schema = checkSchemaName(o.schema);
  const files = await readMigrations(o.directory);
  const client = new Client(connectionSettings(o.url, schema, LIMITS));
  client.on('error', () => {});
  try {
    await client.connect();
    const applied: string[] = [];
    if (o.withJobs && !(await hasTable(client, jobSchemaOf(schema), 'heartbeats')))
      await locked(client, schema, () => prepareJobSchema(client, schema));
    if (o.withAudit && !(await hasTable(client, auditSchemaOf(schema), 'entries')))
      await locked(client, schema, () => prepareAudit(client, schema));
    if (isUpToDate(schema, files, await readLedger(client, schema))) return applied;
    for (const file of files) {
      if (await locked(client, schema, () => applyOnce(client, schema, files, file))) {
        o.log.info({ migration: file.name }, 'migration applied');
        applied.push(file.name);
      }
    }
    return applied;
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws MigrationError when other migrations than these made the data in this schema. Changes nothing. */
export async function checkMigrations(o: { url: string; schema: string; directory: URL }): Promise<void> {
  const schema = checkSchemaName(o.schema);
  const files = await readMigrations(o.directory);
  const client = new Client(connectionSettings(o.url, schema, LIMITS));
  client.on('error', () => {});
  try {
    await client.connect();
    checkLedger(schema, files, (await readLedger(client, schema)) ?? new Map());
  } finally {
    await client.end().catch(() => {});
  }
}

async function locked<R>(client: Client, schema: string, body: () => Promise<R>): Promise<R> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${OTHER_REPLICA_TIMEOUT_MS}`);
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `debrief migrate ${schema}`,
    ]);
    await client.query(`set local lock_timeout = ${LIMITS.lockTimeoutMs}`);
    const result = await body();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function applyOnce(
  client: Client,
  schema: string,
  files: readonly MigrationFile[],
  file: MigrationFile,
): Promise<boolean> {
  const ledger = (await readLedger(client, schema)) ?? (await createLedger(client, schema));
  // Read again under the lock: another replica may have been first.
  checkLedger(schema, files, ledger);
  if (ledger.has(file.name)) return false;
  try {
    await client.query(file.sql);
  } catch (error) {
    throw new MigrationError(`${file.name}${lineOf(file, error)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    file.name,
    file.checksum,
  ]);
  return true;
}

type Ledger = Map<string, string>;

async function readLedger(client: Client, schema: string): Promise<Ledger | null> {
  if (!(await hasTable(client, schema, 'schema_migrations'))) return null;
  const { rows } = await client.query('select name, checksum from schema_migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function hasTable(client: Client, schema: string, table: string): Promise<boolean> {
  // Not to_regclass: after waiting for the lock, the session may still remember that there was no such table.
  const { rowCount } = await client.query(
    `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = $1 and relname = $2`,
    [schema, table],
  );
  return rowCount !== 0;
}

async function createLedger(client: Client, schema: string): Promise<Ledger> {
  await createSchema(client, schema);
  await client.query(LEDGER);
  return new Map();
}

/** Checks first: `create schema if not exists` needs the right to create schemas even where it creates nothing. */
async function createSchema(client: Client, schema: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`create schema if not exists ${schema}`);
}

async function prepareJobSchema(client: Client, schema: string): Promise<void> {
  const jobSchema = jobSchemaOf(schema);
  await createSchema(client, jobSchema);
  await client.query(jobTables(jobSchema));
}

function isUpToDate(schema: string, files: readonly MigrationFile[], ledger: Ledger | null): boolean {
  if (!ledger) return false;
  checkLedger(schema, files, ledger);
  return files.every((file) => ledger.has(file.name));
}

/** Rows of newer files than ours are fine: during a deployment the older code starts on the newer schema. */
function checkLedger(schema: string, files: readonly MigrationFile[], ledger: Ledger): void {
  const fault = ledgerFault(files, ledger);
  if (fault !== null)
    throw new MigrationError(
      `The data in schema "${schema}" was made by an unreleased version of Debrief and cannot be upgraded (${fault}). ` +
        'Start with another --data-dir or database, or delete this one.',
    );
}

function ledgerFault(files: readonly MigrationFile[], ledger: Ledger): string | null {
  const changed = files.find(({ name, checksum }) => (ledger.get(name) ?? checksum) !== checksum);
  if (changed) return `${changed.name} has changed since it was applied`;
  for (const shared of [true, false]) {
    const isOurs = (name: string): boolean => name.startsWith('shared/') === shared;
    const names = files.map(({ name }) => name).filter(isOurs);
    const applied = [...ledger.keys()].filter(isOurs).sort();
    const gone = applied.find((name) => name < (names.at(-1) ?? '') && !names.includes(name));
    if (gone) return `${gone} was applied, but its file is gone`;
    const late = names.find((name) => name < (applied.at(-1) ?? '') && !ledger.has(name));
    if (late) return `${late} was not applied before ${applied.at(-1)}`;
  }
  return null;
}

function lineOf(file: MigrationFile, error: unknown): string {
  const position = Number((error as DatabaseError).position);
  return position > 0 ? ` line ${file.sql.slice(0, position).split('\n').length}` : '';
}
