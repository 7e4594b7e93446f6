import { execFile } from 'node:child_process';
import { appendFile, chown, cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Debrief } from './debrief.ts';

/** What docs/operating.md says under "Back up", by Postgres's own means. */

const run = promisify(execFile);
/** What a data folder has besides Postgres's data. */
const BESIDES = ['secrets.json', 'postgres/password'];

export async function withPostgres<T>(debrief: Debrief, body: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: (await debrief.stack()).database_url });
  await client.connect();
  try {
    return await body(client);
  } finally {
    await client.end();
  }
}

export const dataOf = (dataDir: string) => join(dataDir, 'postgres', 'data');

/** Postgres reads and writes there as its own user. */
export async function makeFolderOfPostgres(debrief: Debrief, folder: string): Promise<void> {
  const { uid, gid } = await stat(dataOf(debrief.dataDir));
  await mkdir(folder, { recursive: true });
  await chown(folder, uid, gid);
}

/** From the next start on. */
export async function archiveLog(debrief: Debrief, archive: string): Promise<void> {
  const file = `${archive}/%f`;
  const command = `test ! -f ${file} && cp %p ${file}.part && mv ${file}.part ${file}`;
  await withPostgres(debrief, async (client) => {
    await client.query('alter system set archive_mode = on');
    await client.query(`alter system set archive_command = '${command}'`);
  });
}

/** While everything runs. */
export async function backUp(debrief: Debrief, folder: string): Promise<void> {
  const { dataDir } = debrief;
  const base = join(folder, 'base');
  await withPostgres(debrief, async (client) => {
    await client.query(`select pg_backup_start('base', fast => true)`);
    await run('cp', ['-a', dataOf(dataDir), base]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await run('sh', ['-c', 'rm -rf pg_wal/* postmaster.pid'], { cwd: base });
    await writeFile(join(base, 'backup_label'), rows[0]?.labelfile ?? '');
    await run('chown', [`--reference=${base}`, join(base, 'backup_label')]);
  });
  for (const name of BESIDES) await cp(join(dataDir, name), join(folder, name));
}

/** Into an empty data folder. */
export async function restore(dataDir: string, folder: string, archive: string): Promise<void> {
  const data = dataOf(dataDir);
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await run('cp', ['-a', join(folder, 'base'), data]);
  await appendFile(join(data, 'postgresql.auto.conf'), `restore_command = 'cp ${archive}/%f %p'\n`);
  await writeFile(join(data, 'recovery.signal'), '');
  for (const name of BESIDES) await cp(join(folder, name), join(dataDir, name));
}

const TABLES = `
  select format('%I.%I', table_schema, table_name) as name from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;

/** All tables as they are at one moment, a file each. */
export async function copyOut(debrief: Debrief, folder: string): Promise<void> {
  await makeFolderOfPostgres(debrief, folder);
  await withPostgres(debrief, async (client) => {
    await client.query('begin isolation level repeatable read');
    const { rows } = await client.query<{ name: string }>(TABLES);
    for (const { name } of rows) await client.query(`copy ${name} to '${folder}/${name}'`);
    await client.query('commit');
  });
}

/** Into the tables of a new Debrief, instead of what they have, with the places of their sequences. */
export async function copyIn(debrief: Debrief, folder: string): Promise<void> {
  await withPostgres(debrief, async (client) => {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const { rows } = await client.query<{ name: string }>(TABLES);
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
    for (const { name } of rows) await client.query(`copy ${name} from '${folder}/${name}'`);
    const sequences = await client.query<{ set: string }>(`
      select format('select setval(%L, coalesce(max(%I), 0) + 1, false) from %I.%I',
        pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name),
        column_name, table_schema, table_name) as set
      from information_schema.columns
      where pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) is not null`);
    for (const { set } of sequences.rows) await client.query(set);
    await client.query('commit');
  });
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
