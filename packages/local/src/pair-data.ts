import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { passwordFile } from './password.ts';
import type { Account } from './postgres-account.ts';
import { USER } from './postgres-data.ts';

export interface PairMember {
  /** By which the primary knows its replica. */
  name: string;
  /** Whose log this one copies, with a superuser's password; null: it is the primary. */
  copies: { url: string } | null;
}

export const PAIR_SETTINGS = [
  'wal_level=replica',
  // What a replica that is away for a while has missed.
  'wal_keep_size=512MB',
  'wal_retrieve_retry_interval=500ms',
  'wal_sender_timeout=10s',
  'wal_receiver_timeout=10s',
];

const SIGNAL = 'standby.signal';
const CP_OUTPUT_MAX_BYTES = 64 * 1024 ** 2;
const run = promisify(execFile);

/** Who is to be primary does not wait for anybody's log. A replica gets the primary's data, unless it has copied it before. */
export async function preparePairData(
  folder: string,
  data: string,
  { name, copies }: PairMember,
  account: Account | null,
): Promise<void> {
  const signal = path.join(data, SIGNAL);
  if (copies === null) return rmSync(signal, { force: true });
  if (!existsSync(signal)) await copyPrimary(copies.url, data);
  const { hostname, port, password } = new URL(copies.url);
  writeFileSync(passwordFile(folder), password, { mode: 0o600 });
  const primary = `host=${hostname} port=${port} user=${USER} password=${password} application_name=${name}`;
  writeFor(account, path.join(data, 'postgresql.auto.conf'), withPrimary(data, primary));
  writeFor(account, signal, '');
}

/** While it runs, by Postgres's own means: its binaries come without pg_basebackup. */
async function copyPrimary(url: string, data: string): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    await client.query(`select pg_backup_start('replica', fast => true)`);
    const part = `${data}.part`;
    rmSync(part, { recursive: true, force: true });
    await copyWhileItChanges(rows[0]?.data_directory ?? '', part);
    const stopped = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await run('sh', ['-c', 'rm -rf pg_wal/[0-9]* postmaster.pid postmaster.opts'], { cwd: part });
    writeFileSync(path.join(part, 'backup_label'), stopped.rows[0]?.labelfile ?? '');
    await run('chown', [`--reference=${part}`, path.join(part, 'backup_label')]);
    await run('mv', [part, data]);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * A file that goes away meanwhile is restored from the log; anything else that is not copied is an error.
 * @throws with what `cp` said.
 */
export async function copyWhileItChanges(from: string, to: string): Promise<void> {
  const options = { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: CP_OUTPUT_MAX_BYTES };
  try {
    await run('cp', ['-a', from, to], options);
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    const lines = (stderr ?? '').split('\n').filter((line) => line !== '');
    const isOnlyGone = lines.length > 0 && lines.every((line) => line.endsWith('No such file or directory'));
    if (code !== 1 || !isOnlyGone || !existsSync(to)) throw error;
  }
}

/** The settings of the one it was copied from, without whom that waits for. */
function withPrimary(data: string, primary: string): string {
  const lines = readFileSync(path.join(data, 'postgresql.auto.conf'), 'utf8').split('\n');
  const kept = lines.filter(
    (line) => line !== '' && !/^(primary_conninfo|synchronous_standby_names) /.test(line),
  );
  return `${[...kept, `primary_conninfo = '${primary}'`].join('\n')}\n`;
}

function writeFor(account: Account | null, file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  if (account !== null) chownSync(file, account.uid, account.gid);
}
