import { Client, type DatabaseError } from 'pg';
import { checkSchemaName, connectionSettings } from './connection-settings.ts';
import { type MigrationFile, readMigrations } from './migration-files.ts';
import type { DatabaseLog } from './pool.ts';

export interface MigrateOptions {
  url: string;
  schema: string;
  directory: URL;
  log: DatabaseLog;
}

/** The database and the migration files do not belong together, or a migration failed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const LIMITS = {
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10 * 60_000,
  // A migration that cannot get its lock gives way: waiting, it would hold up every query that comes after it.
  lockTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 60_000,
};
/** How long a replica waits for another one's migration. */
const TURN_TIMEOUT_MS = 10 * 60_000;

const LEDGER = `create table schema_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/**
 * Brings the schema up to the given folder of numbered SQL files, forward only, and answers the names of those it
 * applied. Each runs in a transaction of its own, with its ledger row, under a lock: any number of replicas may do
 * this at once. The role needs the right to create schemas only where the schema is not there yet.
 */
export async function migrate(o: MigrateOptions): Promise<string[]> {
  const schema = checkSchemaName(o.schema);
  const files = await readMigrations(o.directory);
  const client = new Client(connectionSettings(o.url, schema, LIMITS));
  client.on('error', () => {});
  try {
    await client.connect();
    const applied: string[] = [];
    if (isUpToDate(files, await readLedger(client, schema))) return applied;
    for (const file of files) {
      if (await inTurn(client, schema, () => applyOnce(client, schema, files, file))) {
        o.log.info({ migration: file.name }, 'migration applied');
        applied.push(file.name);
      }
    }
    return applied;
  } finally {
    await client.end().catch(() => {});
  }
}

async function inTurn<R>(client: Client, schema: string, body: () => Promise<R>): Promise<R> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${TURN_TIMEOUT_MS}`);
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
  // Read again under the lock: another replica may have come first.
  checkLedger(files, ledger);
  if (ledger.has(file.name)) return false;
  try {
    await client.query(file.sql);
  } catch (error) {
    throw new MigrationError(`${file.name}${place(file, error)}: ${(error as Error).message}`, {
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
  // Not to_regclass: waiting for its turn, the session may remember from before that there was no such table.
  const { rowCount } = await client.query(
    `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = $1 and relname = 'schema_migrations'`,
    [schema],
  );
  if (rowCount === 0) return null;
  const { rows } = await client.query('select name, checksum from schema_migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function createLedger(client: Client, schema: string): Promise<Ledger> {
  // `if not exists` alone asks for the right to create schemas even where there is nothing to create.
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`create schema if not exists ${schema}`);
  await client.query(LEDGER);
  return new Map();
}

function isUpToDate(files: readonly MigrationFile[], ledger: Ledger | null): boolean {
  if (!ledger) return false;
  checkLedger(files, ledger);
  return files.every((file) => ledger.has(file.name));
}

/** Rows of newer files than ours are fine: during a deployment the older code starts on the newer schema. */
function checkLedger(files: readonly MigrationFile[], ledger: Ledger): void {
  for (const file of files) {
    const checksum = ledger.get(file.name);
    if (checksum !== undefined && checksum !== file.checksum) {
      throw new MigrationError(
        `${file.name} was changed after it was applied. Undo that and write a new migration.`,
      );
    }
  }
  for (const shared of [true, false]) {
    const isOurs = (name: string): boolean => name.startsWith('shared/') === shared;
    const newest = [...ledger.keys()].filter(isOurs).sort().at(-1) ?? '';
    const late = files.find(({ name }) => isOurs(name) && name < newest && !ledger.has(name));
    if (late)
      throw new MigrationError(
        `${late.name} comes before ${newest}, which is applied. Give it a higher number.`,
      );
    const names = files.map(({ name }) => name).filter(isOurs);
    const lost = [...ledger.keys()].find(
      (name) => isOurs(name) && name < (names.at(-1) ?? '') && !names.includes(name),
    );
    if (lost) throw new MigrationError(`${lost} is applied, but its file is gone.`);
  }
}

function place(file: MigrationFile, error: unknown): string {
  const position = Number((error as DatabaseError).position);
  return position > 0 ? ` line ${file.sql.slice(0, position).split('\n').length}` : '';
}
