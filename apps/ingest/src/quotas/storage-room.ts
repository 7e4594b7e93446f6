import { statfs } from 'node:fs/promises';
import { DebriefError, STORAGE_FULL } from '@debrief/contracts/errors';
import type { Logger } from '@debrief/service-kit/run';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

const CHECK_INTERVAL_MS = 5_000;
const RETRY_AFTER_SECONDS = 60;
const FREE_SHARE = 1 / 20;
const FREE_BYTES_MOST = 1024 ** 3;

export interface StorageLimits {
  /** Where this machine has the data of Postgres; undefined where another has. */
  folder: string | undefined;
  /** Undefined: a twentieth of the disk, 1 GiB at most. */
  freeBytes: number | undefined;
  maxBytes: number | undefined;
}

export interface StorageRoom {
  /** Null while there is room for new recordings. What is accepted goes on in either case. */
  refusal(): DebriefError<'STORAGE_FULL', never> | null;
  close(): void;
}

/**
 * Watches how much room Postgres has, so that new recordings are refused while what runs can still be finished: a full
 * disk would stop every write, those that make room among them.
 */
export async function watchStorage(db: Db, limits: StorageLimits, log: Logger): Promise<StorageRoom> {
  let shortage: string | null = null;

  async function check(): Promise<void> {
    const found = (await diskShortage(limits)) ?? (await databaseShortage(db, limits));
    if (found !== null && shortage === null)
      log.error({ reason: found }, 'no room: new recordings are refused');
    if (found === null && shortage !== null) log.info({}, 'there is room again: new recordings are accepted');
    shortage = found;
  }

  const watch = () =>
    check().catch((error) => log.warn({ err: error }, 'cannot tell how much room there is'));
  await watch();
  const timer = setInterval(watch, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    refusal: () =>
      shortage === null ? null : new DebriefError(STORAGE_FULL, { retry_after_seconds: RETRY_AFTER_SECONDS }),
    close: () => clearInterval(timer),
  };
}

async function diskShortage({ folder, freeBytes }: StorageLimits): Promise<string | null> {
  if (folder === undefined) return null;
  const { bavail, blocks, bsize } = await statfs(folder);
  const floor = freeBytes ?? Math.min(FREE_BYTES_MOST, blocks * bsize * FREE_SHARE);
  const free = bavail * bsize;
  return free >= floor ? null : `${free} bytes are free on the disk of the database, ${floor} must be`;
}

async function databaseShortage(db: Db, { maxBytes }: StorageLimits): Promise<string | null> {
  if (maxBytes === undefined) return null;
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  );
  const bytes = Number(rows[0]?.bytes ?? 0);
  return bytes <= maxBytes ? null : `the database has ${bytes} bytes, it may have ${maxBytes}`;
}
