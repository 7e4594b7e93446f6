import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface MigrationFile {
  /** As the ledger names it: `0001_calls.sql`, with `shared/` before this package's own. */
  name: string;
  checksum: string;
  sql: string;
}

const SHARED = new URL('../migrations/', import.meta.url);

/** This package's migrations, then the service's, each in the order of their numbers. */
export async function readMigrations(directory: URL): Promise<MigrationFile[]> {
  return [...(await readFolder(SHARED, 'shared/')), ...(await readFolder(directory, ''))];
}

async function readFolder(directory: URL, prefix: string): Promise<MigrationFile[]> {
  const base = directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`);
  const names = (await readdir(base)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number)
      throw new Error(`Invalid migration name "${name}": expected a name like 0001_what_it_does.sql`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, base), 'utf8');
      return { name: prefix + name, checksum: checksumOf(sql), sql };
    }),
  );
}

function checksumOf(sql: string): string {
  // The same migration, whatever line ends a checkout has.
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}
