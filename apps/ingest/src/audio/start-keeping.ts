import { openAudioStore } from '@debrief/audio-store/open-audio-store';
import { startLoop } from '@debrief/database/loop';
import type { Logger, Metrics } from '@debrief/service-kit/run';
import { sql } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import type { Config } from '../config.ts';
import type { Db } from '../tables.ts';
import type { AudioKeeping } from './keep-days.ts';
import { type OwnStore, ownStoreRow, watchOwnStore } from './own-store.ts';
import { isRemovalDue, removeFiles, sweepFiles } from './remove-files.ts';

const REMOVE_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;
const RETRY_MS = 10_000;

export interface Keeping {
  readonly keeping: AudioKeeping;
  /** For operators: where audio is kept, and for how long. */
  readonly about: string;
  notes(): string[];
  close(): Promise<void>;
}

/** Decides which audio is kept, and deletes from the store what is no longer. */
export async function startKeeping(
  db: Db,
  config: Config,
  { metrics, log }: { metrics: Metrics; log: Logger },
): Promise<Keeping> {
  const days = config.AUDIO_DAYS;
  const opened = await openAudioStore(config);
  const own = opened === null ? null : await watchOwnStore(db, opened, log);
  const removed = exposeKeeping(metrics, db, own);
  const loops = own === null ? [] : startRemoving(db, own, removed, log);
  const { id, marked_at } = await ownStoreRow(db);
  // There may be audio, and nothing to delete it with.
  const forgotten = marked_at === null ? [] : ['AUDIO_URL is empty: audio that was kept is not deleted'];
  const useless = days === 0 ? [] : [`AUDIO_URL is empty: no audio is kept, though AUDIO_DAYS is ${days}`];
  return {
    keeping: { days, storeId: own === null ? null : id },
    about:
      own === null
        ? 'none'
        : `${days === 0 ? 'only where an integration says so' : `for ${days} days`}, in ${own.store.place}`,
    notes: () => (own === null ? [...forgotten, ...useless] : [own.fault() ?? []].flat()),
    async close() {
      await Promise.all(loops.map((loop) => loop.close()));
      own?.close();
    },
  };
}

function startRemoving(db: Db, own: OwnStore, onRemoved: (files: number) => void, log: Logger) {
  const o = { db, store: own.store, onRemoved };
  const removing = startLoop({
    async round() {
      if (!(await isAnyDue(db))) return 'done';
      await own.assertOwn();
      return removeFiles(o);
    },
    idleMs: REMOVE_EVERY_MS,
    retryMs: RETRY_MS,
    onFailure: (error) => log.warn({ err: error }, 'kept audio could not be deleted; retrying'),
    onRecovery: () => log.info({}, 'kept audio can be deleted again'),
  });
  const sweeping = startLoop({
    async round() {
      await own.assertOwn();
      return sweepFiles(o);
    },
    idleMs: SWEEP_EVERY_MS,
    retryMs: SWEEP_EVERY_MS,
    onFailure: (error) =>
      log.warn({ err: error }, 'the store of audio could not be looked through; retrying'),
  });
  return [removing, sweeping];
}

async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from audio_removals where ${isRemovalDue}) as due
  `.execute(db);
  return rows[0]?.due === true;
}

/** @returns counts deleted files. */
function exposeKeeping({ registry }: Metrics, db: Db, own: OwnStore | null): (files: number) => void {
  const registers = [registry];
  new Gauge({
    name: 'debrief_audio_removals_oldest_seconds',
    help: 'For how long files of deleted audio have been waiting to be deleted; 0: none does',
    registers,
    async collect() {
      this.set(await oldestRemovalSeconds(db).catch(() => Number.NaN));
    },
  });
  new Gauge({
    name: 'debrief_audio_store_usable',
    help: 'Whether kept audio can be deleted: its store answers, and is the one of this database; 1 also without one',
    registers,
    collect() {
      this.set(own === null || own.fault() === null ? 1 : 0);
    },
  });
  const counter = new Counter({
    name: 'debrief_audio_files_deleted_total',
    help: 'Files of audio that were deleted from the store',
    registers,
  });
  return (files) => counter.inc(files);
}

async function oldestRemovalSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(asked_at)), 0)::float8 as seconds from audio_removals
  `.execute(db);
  return rows[0]?.seconds ?? 0;
}
