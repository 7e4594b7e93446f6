import { setTimeout as delay } from 'node:timers/promises';
import { makeAudioKey } from '@debrief/audio-store/audio-key';
import { type AudioStore, readMarker } from '@debrief/audio-store/audio-store';
import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { AudioFault, AudioOutcome } from '@debrief/contracts/resources/audio';
import type { Logger } from '@debrief/service-kit/logger';
import pTimeout from 'p-timeout';
import type { Attempt } from '../attempt.ts';
import { silence } from '../audio/pcm-file.ts';
import { afterRunning } from '../running-time.ts';
import { TransientFailure } from '../transient-failure.ts';
import type { EnginePlaces, PlaceRequest } from '../work/engine-places.ts';
import { diskOf, isShort, type WorkRoom } from '../work/work-room.ts';
import type { Stretch } from './card-stretches.ts';
import { encodeAudio } from './encode-audio.ts';
import { measurePeaks } from './measure-peaks.ts';

export interface KeeperOptions {
  /** Null: this worker knows none. */
  readonly store: AudioStore | null;
  readonly places: EnginePlaces;
  readonly room: WorkRoom;
  /** What other files leave free on the disk of a folder; undefined: as of a work folder. */
  readonly freeBytes: number | undefined;
  readonly log: Logger;
  /** In which a store that is away is tried again. */
  readonly retryMs?: number;
}

export interface Kept {
  readonly recording: RecordingContext;
  /** The store that ingest deletes from. */
  readonly storeId: string;
  readonly channels: readonly string[];
  readonly durationSeconds: number;
  /** What is not to be heard. */
  readonly silenced: readonly Stretch[];
  readonly folder: string;
  readonly placeRequest: PlaceRequest;
  readonly attempt: Attempt;
}

/** Encoding takes a twentieth of this on a machine that has nothing else to do. */
const ENCODE_MS = 60_000;
const ENCODE_MS_A_SECOND = 200;
const RETRY_MS = 30_000;
/** In which a store says whose it is. */
const ANSWER_MS = 10_000;
const RETRY_FIRST_MS = 500;
/** What is slower than this would hold up its transcript. */
const LEAST_BYTES_PER_SECOND = 256 * 1024;
/** While a store is away, recordings do not wait for it one after another. */
const AWAY_MS = 60_000;
/** How long a store counts as the right one. */
const KNOWN_MS = 60_000;

class NotKept extends Error {
  readonly fault: AudioFault;

  constructor(fault: AudioFault, options?: ErrorOptions) {
    super(`audio is not kept: ${fault}`, options);
    this.fault = fault;
  }
}

/**
 * Keeps the audio of recordings for listening. Whatever goes wrong is answered and never thrown, within a bounded time:
 * the transcript counts. A file that nobody is told of, because this process is killed, is found by ingest.
 */
export class AudioKeeper {
  readonly #o: KeeperOptions;
  #known = { id: '', until: 0 };
  #awayUntil = 0;
  #fault: AudioFault | null = null;

  constructor(options: KeeperOptions) {
    this.#o = options;
  }

  /** Why the last audio could not be kept; null when it was, or none was to be. */
  get fault(): AudioFault | null {
    return this.#fault;
  }

  /** @throws the reason of the attempt's signal, and nothing else. */
  async keep(kept: Kept): Promise<AudioOutcome> {
    const { attempt, recording } = kept;
    try {
      const outcome = await this.#keep(kept);
      this.#fault = null;
      return outcome;
    } catch (error) {
      attempt.signal.throwIfAborted();
      this.#fault = error instanceof NotKept ? error.fault : 'not_encoded';
      const { integration_id, recording_id } = recording;
      this.#o.log.warn({ err: error, integration_id, recording_id, fault: this.#fault }, 'audio is not kept');
      return { fault: this.#fault };
    }
  }

  /** Nothing of its attempt's time counts meanwhile: that is for the transcript, and this has times of its own. */
  async #keep(kept: Kept): Promise<AudioOutcome> {
    const { attempt, durationSeconds } = kept;
    attempt.pauses();
    try {
      const store = await this.#storeOf(kept.storeId);
      const { file, bytes, peaks } = await this.#encode(kept);
      await this.#assertRoom(store, bytes);
      const key = makeAudioKey(kept.recording);
      await this.#send(store, { key, file, bytes, attempt });
      return { key, bytes, duration_seconds: durationSeconds, peaks };
    } finally {
      attempt.works();
    }
  }

  async #encode({ attempt, folder, channels, silenced, placeRequest, durationSeconds }: Kept) {
    const { places, room } = this.#o;
    const { integrationId, queuedAt } = placeRequest;
    const stop = new AbortController();
    const signal = AbortSignal.any([attempt.signal, stop.signal]);
    const write = async () => {
      using _place = await places.take({ integrationId, queuedAt }, signal);
      using timer = new DisposableStack();
      const timeoutMs = ENCODE_MS + durationSeconds * ENCODE_MS_A_SECOND;
      timer.defer(afterRunning(timeoutMs, () => stop.abort(new NotKept('not_encoded'))));
      const peaks: string[] = [];
      for (const channel of channels) {
        await silence(channel, silenced);
        peaks.push(await measurePeaks(channel, () => signal.throwIfAborted()));
      }
      const onShare = (share: number) => attempt.kept(share);
      const encoded = await encodeAudio({ channels, durationSeconds, signal, onShare });
      attempt.kept(1);
      return { peaks, ...encoded };
    };
    try {
      // A disk that is short ends this, and not the recording.
      return await room.write(folder, () => stop.abort(new NotKept('store_full')), write);
    } catch (error) {
      if (stop.signal.aborted) throw stop.signal.reason;
      throw error instanceof TransientFailure ? new NotKept('store_full', { cause: error }) : error;
    }
  }

  /** @throws NotKept unless ours is the store that ingest knows. */
  async #storeOf(id: string): Promise<AudioStore> {
    const { store } = this.#o;
    if (store === null) throw new NotKept('no_store');
    if (performance.now() < this.#awayUntil) throw new NotKept('store_away');
    if (this.#known.id === id && performance.now() < this.#known.until) return store;
    const found = await pTimeout(readMarker(store), { milliseconds: ANSWER_MS }).catch((error: unknown) => {
      this.#awayUntil = performance.now() + AWAY_MS;
      throw new NotKept('store_away', { cause: error });
    });
    if (found !== id) throw new NotKept('other_store');
    this.#known = { id, until: performance.now() + KNOWN_MS };
    return store;
  }

  async #assertRoom({ folder }: AudioStore, bytes: number): Promise<void> {
    if (folder === null) return;
    const disk = await pTimeout(diskOf(folder), { milliseconds: ANSWER_MS }).catch((error: unknown) => {
      throw new NotKept('store_away', { cause: error });
    });
    if (isShort({ ...disk, free: disk.free - bytes }, this.#o.freeBytes)) throw new NotKept('store_full');
  }

  /** Tried again for a while, as a whole not longer than a slow line would take. */
  async #send(
    store: AudioStore,
    { key, file, bytes, attempt }: { key: string; file: string; bytes: number; attempt: Attempt },
  ): Promise<void> {
    const retryMs = this.#o.retryMs ?? RETRY_MS;
    const late = new AbortController();
    const stopTimer = afterRunning(retryMs + (bytes / LEAST_BYTES_PER_SECOND) * 1000, () => late.abort());
    const signal = AbortSignal.any([attempt.signal, late.signal]);
    const begunAt = performance.now();
    try {
      for (let failures = 0; ; failures += 1) {
        try {
          const writing = store.write(key, file, { signal, onProgress: () => attempt.progress() });
          // A folder of another machine may hang.
          await pTimeout(writing, { milliseconds: Number.POSITIVE_INFINITY, signal });
          return;
        } catch (error) {
          attempt.signal.throwIfAborted();
          const { code } = error as NodeJS.ErrnoException;
          if (code === 'ENOSPC' || code === 'EDQUOT') throw new NotKept('store_full', { cause: error });
          const waitMs = RETRY_FIRST_MS * 2 ** failures;
          if (late.signal.aborted || performance.now() - begunAt + waitMs > retryMs) {
            this.#awayUntil = performance.now() + AWAY_MS;
            throw new NotKept('store_away', { cause: error });
          }
          await delay(waitMs, undefined, { signal }).catch(() => attempt.signal.throwIfAborted());
        }
      }
    } finally {
      stopTimer();
    }
  }
}
