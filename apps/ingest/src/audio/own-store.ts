import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AudioStore, MARKER, readMarker } from '@debrief/audio-store/audio-store';
import type { Logger } from '@debrief/service-kit/logger';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

const CHECK_INTERVAL_MS = 30_000;
const WRITE_TIMEOUT_MS = 10_000;

export interface OwnStore {
  readonly store: AudioStore;
  /** What is wrong with it, for operators; null when it can be used. */
  fault(): string | null;
  /** @throws an Error with the fault, so that nothing is deleted from the store of another, or thought to be deleted. */
  assertOwn(): Promise<void>;
  close(): void;
}

/**
 * Watches that the store is the one that belongs to this database: it carries its id in a file. An empty mount point, a
 * folder of another machine and the bucket of another Debrief do not, whatever their address.
 */
export async function watchOwnStore(db: Db, store: AudioStore, log: Logger): Promise<OwnStore> {
  let fault: string | null = null;

  async function check(): Promise<void> {
    const found = await checkOwn(db, store).catch(
      (error: Error & { code?: string }) => `${store.place} does not answer: ${error.code ?? error.name}`,
    );
    if (found !== null && found !== fault) log.error({ reason: found }, 'audio cannot be deleted, or kept');
    if (found === null && fault !== null) log.info({}, 'the store of audio can be used again');
    fault = found;
  }

  await check();
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    store,
    fault: () => fault,
    async assertOwn() {
      await check();
      if (fault !== null) throw new Error(fault);
    },
    close() {
      clearInterval(timer);
      store.close();
    },
  };
}

/** @returns why it is not the store of this database, or null. A new store becomes it. */
async function checkOwn(db: Db, store: AudioStore): Promise<string | null> {
  const { id, marked_at } = await ownStoreRow(db);
  const found = await readMarker(store);
  if (found === id) {
    if (marked_at === null) await sql`update audio_store set marked_at = clock_timestamp()`.execute(db);
    return null;
  }
  if (found !== null) return `${store.place} belongs to another Debrief: name another store in AUDIO_URL`;
  const { length } = await store.list('');
  if (marked_at !== null || length > 0) {
    const why = length > 0 ? 'holds files of others' : 'is not the store that it was; is it mounted?';
    return `${store.place} ${why} To use it all the same, put a file ${MARKER} there with the line ${id}`;
  }
  await writeMarker(store, id);
  // Another Debrief may have done the same at the same moment.
  return checkOwn(db, store);
}

export async function ownStoreRow(db: Db): Promise<{ id: string; marked_at: string | null }> {
  return db.selectFrom('audio_store').select(['id', 'marked_at']).executeTakeFirstOrThrow();
}

async function writeMarker(store: AudioStore, id: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'debrief-marker-'));
  try {
    const file = join(folder, MARKER);
    await writeFile(file, `${id}\n`);
    const signal = AbortSignal.timeout(WRITE_TIMEOUT_MS);
    await store.write(MARKER, file, { signal, onProgress: () => undefined });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
