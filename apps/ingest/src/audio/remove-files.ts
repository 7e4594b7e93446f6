import { parseAudioKey, recordingPrefix } from '@debrief/audio-store/audio-key';
import { type AudioStore, LIST_MAX } from '@debrief/audio-store/audio-store';
import { uploadKey } from '@debrief/audio-store/upload-key';
import { isDue } from '@debrief/database/is-due';
import type { Round } from '@debrief/database/loop';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { unwantedUploads } from './unwanted-uploads.ts';

const TAKEN_ROWS = 64;
const LOOKS_AT_ONCE = 8;
/** Another replica looks after that. */
const TAKEN_SECONDS = 120;
const RETRY_SECONDS = 10;
/** What a worker was sending when it was told to stop has come by then. */
const SECOND_LOOK_SECONDS = 10;
const SWEEP_SECONDS = 3_600;

/** Of a row of `audio_removals`. */
export const isRemovalDue = isDue('due_at', TAKEN_SECONDS);

interface Removal {
  integration_id: string;
  recording_id: string;
  looks: number;
  upload: string | null;
}

/** @param onRemoved is told how many files were deleted. */
export interface RemovingOptions {
  db: Db;
  store: AudioStore;
  onRemoved?: (files: number) => void;
}

/**
 * Deletes those of the files that nothing names: neither the record of kept audio, nor an attempt that is under way.
 * What nothing names once is named never again, so that no lock is needed: an attempt that is over does not come back.
 */
async function removeStray(
  { db, store, onRemoved }: RemovingOptions,
  keys: readonly string[],
): Promise<void> {
  // What is no name of ours is left alone.
  const ours = keys.flatMap((key) => {
    const owner = parseAudioKey(key);
    return owner === null ? [] : [{ key, ...owner }];
  });
  if (ours.length === 0) return;
  const { rows } = await sql<{ key: string }>`
    select f.key from unnest(
      ${ours.map(({ key }) => key)}::text[],
      ${ours.map(({ integration_id }) => integration_id)}::uuid[],
      ${ours.map(({ recording_id }) => recording_id)}::uuid[],
      ${ours.map(({ attempt }) => attempt)}::integer[]
    ) as f (key, integration_id, recording_id, attempt)
    where not exists (
      select from audio a
      where a.integration_id = f.integration_id and a.recording_id = f.recording_id and a.key = f.key
    ) and not exists (
      select from recordings r
      where r.integration_id = f.integration_id and r.id = f.recording_id and r.attempt = f.attempt
        and r.transcribed_at is null and r.finished_at is null
    )
  `.execute(db);
  if (rows.length === 0) return;
  await store.remove(rows.map(({ key }) => key));
  onRemoved?.(rows.length);
}

async function removeUploads(
  { db, store, onRemoved }: RemovingOptions,
  keys: readonly string[],
): Promise<void> {
  const unwanted = await unwantedUploads(db, keys);
  if (unwanted.length === 0) return;
  await store.remove(unwanted);
  onRemoved?.(unwanted.length);
}

/** Looks for the files of recordings whose audio was deleted, twice: a worker may have been sending one. */
export async function removeFiles(o: RemovingOptions): Promise<Round> {
  const { rows: taken } = await sql<Removal>`
    update audio_removals set due_at = clock_timestamp() + make_interval(secs => ${TAKEN_SECONDS})
    where ctid = any (array(
      select ctid from audio_removals where ${isRemovalDue}
      order by due_at limit ${TAKEN_ROWS} for update skip locked
    ))
    returning integration_id, recording_id, looks, upload
  `.execute(o.db);
  const left = taken.values();
  let failure: unknown;
  const lookNext = async () => {
    for (const removal of left) {
      try {
        const { integration_id, upload } = removal;
        await removeStray(o, await o.store.list(recordingPrefix(removal)));
        if (upload !== null) await o.store.remove([uploadKey(integration_id, upload)]);
        await looked(o.db, removal);
      } catch (error) {
        failure ??= error;
        await postpone(o.db, removal);
      }
    }
  };
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, lookNext));
  if (failure !== undefined) throw failure;
  return taken.length === TAKEN_ROWS ? 'more' : 'done';
}

async function looked(db: Db, { integration_id, recording_id, looks }: Removal): Promise<void> {
  const isIt = sql`integration_id = ${integration_id} and recording_id = ${recording_id} and looks = ${looks}`;
  if (looks > 0) await sql`delete from audio_removals where ${isIt}`.execute(db);
  else
    await sql`
      update audio_removals set looks = 1, due_at = clock_timestamp() + make_interval(secs => ${SECOND_LOOK_SECONDS})
      where ${isIt}
    `.execute(db);
}

async function postpone(db: Db, { integration_id, recording_id }: Removal): Promise<void> {
  await sql`
    update audio_removals set due_at = clock_timestamp() + make_interval(secs => ${RETRY_SECONDS})
    where integration_id = ${integration_id} and recording_id = ${recording_id}
  `.execute(db);
}

/**
 * Looks through the whole store once an hour, a page at a time and by one replica, for files whose worker was killed
 * before it told of them, or that another attempt has replaced, and for uploads that are done with.
 */
export async function sweepFiles(o: RemovingOptions): Promise<Round> {
  const { rows } = await sql<{ sweep_after: string | null }>`
    update audio_store set sweep_due_at = clock_timestamp() + make_interval(secs => ${TAKEN_SECONDS})
    where ${isDue('sweep_due_at', SWEEP_SECONDS)}
    returning sweep_after
  `.execute(o.db);
  const [turn] = rows;
  if (turn === undefined) return 'done';
  const keys = await o.store.list('', turn.sweep_after ?? undefined);
  await removeStray(o, keys);
  await removeUploads(o, keys);
  const isLast = keys.length < LIST_MAX;
  await sql`
    update audio_store set
      sweep_after = ${isLast ? null : keys.at(-1)},
      sweep_due_at = clock_timestamp() + make_interval(secs => ${isLast ? SWEEP_SECONDS : 0})
  `.execute(o.db);
  return isLast ? 'done' : 'more';
}
