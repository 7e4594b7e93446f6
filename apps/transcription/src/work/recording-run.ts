import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isUploadUrl } from '@debrief/audio-store/upload-key';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import type { AudioOutcome } from '@debrief/contracts/resources/audio';
import type { Logger } from '@debrief/service-kit/logger';
import { inSpans } from '@debrief/tracing/tracing';
import pTimeout from 'p-timeout';
import { downloadRecording } from '../download/download-recording.ts';
import { readUpload } from '../download/read-upload.ts';
import type { Stretch } from '../keeping/card-stretches.ts';
import { type PreparedRecording, prepareRecording } from '../prepare-recording.ts';
import { transcribePrepared } from '../transcribe-prepared.ts';
import type { Result, Work } from './ask-ingest.ts';
import { noteClaim } from './claim-note.ts';
import type { Run } from './claims.ts';
import type { PlaceRequest } from './engine-places.ts';
import { Lease, type LeaseTerms, NotHeld } from './lease.ts';
import { releaseOf } from './release-of.ts';
import type { RunDeps } from './run-deps.ts';
import { SpeechBudget } from './speech-budget.ts';
import { withWorkFolder } from './work-folder.ts';

/** Less than the two seconds in which a stopping worker exits. */
const HAND_ON_TIMEOUT_MS = 1_500;

class HandedOn extends Error {}

/** One claimed recording, from its URL until ingest has its transcript or has it back. */
export class RecordingRun implements Run {
  readonly work: Work;
  /** Once nothing of it is left here: no file, no child, no unsent result. Never rejects. */
  readonly ended: Promise<void>;
  readonly #deps: RunDeps;
  readonly #log: Logger;
  readonly #lease: Lease;
  readonly #onRoom: () => void;
  readonly #closing = new AbortController();
  #isAtEngine = false;
  #mustWait = false;
  #preparedAtMs = 0;

  /** @param onRoom called when it has an engine and its download place is free. */
  constructor(deps: RunDeps, work: Work, onRoom: () => void) {
    this.#deps = deps;
    this.work = work;
    this.#onRoom = onRoom;
    const { integration_id, recording_id, attempt } = work.recording;
    this.#log = deps.log.child({ integration_id, recording_id, attempt });
    this.#lease = new Lease(termsOf(work), {
      renew: (news) => deps.ingest.renew(work, news),
      onTranscribing: () => this.#reachEngine(),
    });
    const attributes = { 'debrief.recording_id': recording_id, 'debrief.attempt': attempt };
    this.ended = inSpans('transcribe recording', [work.recording.traceparent], { attributes }, () =>
      this.#run(),
    );
  }

  /** Whether an engine has begun with it; it may wait between two windows. */
  get isAtEngine(): boolean {
    return this.#isAtEngine;
  }

  get mustWait(): boolean {
    return this.#mustWait;
  }

  /** Gives it back at once; `ended` says when. */
  handOn(): void {
    this.#closing.abort();
    this.#lease.end(new HandedOn());
  }

  drop(): void {
    this.#lease.end(new NotHeld());
  }

  async #run(): Promise<void> {
    const { ingest, metrics } = this.#deps;
    const { signal } = this.#lease;
    const transcribing = this.#transcribe();
    try {
      const result = await untilAborted(transcribing, signal);
      this.#isAtEngine = false;
      this.#lease.close();
      const finishing = ingest.finish(this.work, result, signal);
      const isTaken = await metrics.timed('finish', () => untilAborted(finishing, signal));
      metrics.ended(isTaken ? 'transcribed' : 'not_held');
      this.#log.info({ engine: result.transcript.engine.name, taken: isTaken }, 'transcribed');
    } catch (error) {
      this.#isAtEngine = false;
      await this.#giveBack(signal.aborted ? signal.reason : error).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'a recording could not be given back'),
      );
    } finally {
      this.#lease.close();
      await transcribing.catch(() => undefined);
    }
  }

  async #transcribe(): Promise<Result> {
    const budget = new SpeechBudget(this.#deps, this.work);
    try {
      return await this.#transcribeWithin(budget);
    } finally {
      await budget.settle();
    }
  }

  async #transcribeWithin(budget: SpeechBudget): Promise<Result> {
    const { places, speakerModels, workDir, metrics } = this.#deps;
    const { recording, queued_at: queuedAt, alone, removes_card_numbers: removesCardNumbers } = this.work;
    const attempt = this.#lease;
    // Asked first: what cannot be recognised need not be downloaded again and again.
    const first = await budget.choose([recording.duration_seconds], attempt);
    return withWorkFolder(workDir, this.#log, async (folder) => {
      await noteClaim(folder, recording);
      const placeRequest = { integrationId: recording.integration_id, queuedAt, alone };
      const prepared = await this.#prepare(folder, placeRequest);
      // What is sent is known only now.
      const lengths = prepared.windows.map(({ startTime, endTime }) => endTime - startTime);
      const engine = first.metered === undefined ? first : await budget.choose(lengths, attempt);
      this.#preparedAtMs = performance.now();
      const onWindow = (seconds: number, audioSeconds: number) =>
        metrics.recognized(engine.name, seconds, audioSeconds);
      const { transcript, cards } = await metrics.timed('transcribe', () =>
        transcribePrepared({
          ...{ prepared, recording, engine, folder, places, placeRequest, attempt, onWindow },
          ...{ removesCardNumbers, speakerModels, punctuateTexts: this.#deps.punctuation(attempt) },
        }),
      );
      return { transcript, audio: await this.#keep(folder, placeRequest, prepared, cards) };
    });
  }

  /** @returns null where its audio is not to be kept. */
  async #keep(
    folder: string,
    placeRequest: PlaceRequest,
    { channels, durationSeconds }: PreparedRecording,
    silenced: readonly Stretch[],
  ): Promise<AudioOutcome | null> {
    const { keeper, metrics } = this.#deps;
    const { recording, audio_store: storeId } = this.work;
    if (storeId === null || storeId === undefined) return null;
    const audio = await metrics.timed('keep', () =>
      keeper.keep({
        ...{ recording, storeId, channels, durationSeconds, silenced, folder, placeRequest },
        attempt: this.#lease,
      }),
    );
    metrics.kept(audio);
    return audio;
  }

  /** All that takes much room on the disk; afterwards only the decoded audio does. */
  #prepare(folder: string, placeRequest: PlaceRequest): Promise<PreparedRecording> {
    const file = join(folder, 'recording');
    return this.#deps.room.write(
      folder,
      (reason) => this.#lease.end(reason),
      async () => {
        await this.#download(file);
        const prepared = await this.#decode(file, folder, placeRequest);
        // It may be large, and wait for long.
        await rm(file);
        return prepared;
      },
    );
  }

  async #download(file: string): Promise<void> {
    const { allowed, limits, metrics, store } = this.#deps;
    const { recording, recording_url: url, allowed_hosts, lease_seconds } = this.work;
    const common = { url, file, signal: this.#lease.signal, onProgress: () => this.#lease.progress() };
    const bytes = await metrics.timed('download', () => {
      if (isUploadUrl(url))
        return readUpload({ ...common, store, limits, integrationId: recording.integration_id });
      // A silent host must fail before the lease runs out.
      const idleTimeoutMs = Math.min(limits.idleTimeoutMs, Math.ceil(lease_seconds * 500));
      return downloadRecording({
        ...common,
        allowed: [...allowed, ...parseAllowedHosts(allowed_hosts ?? [])],
        limits: { ...limits, idleTimeoutMs },
      });
    });
    metrics.downloaded(bytes);
  }

  async #decode(file: string, folder: string, placeRequest: PlaceRequest): Promise<PreparedRecording> {
    const { decodePlaces, places, speakerModels, metrics } = this.#deps;
    const attempt = this.#lease;
    attempt.pauses();
    using _place = await decodePlaces.take(placeRequest, attempt.signal);
    using _alone = placeRequest.alone ? await places.take(placeRequest, attempt.signal) : null;
    attempt.decodes();
    return await metrics.timed('decode', () => prepareRecording({ file, folder, attempt, speakerModels }));
  }

  async #giveBack(reason: unknown): Promise<void> {
    const { ingest, metrics } = this.#deps;
    if (reason instanceof NotHeld) {
      metrics.ended('not_held');
      this.#log.info({}, 'dropped: it is not held any more');
      return;
    }
    if (reason instanceof HandedOn) {
      metrics.ended('handed_on');
      await ingest.handOn(this.work, HAND_ON_TIMEOUT_MS);
      return;
    }
    const release = releaseOf(reason);
    const code = release.error?.code ?? '';
    // Most recordings need no store.
    this.#mustWait = release.outcome === 'wait' && code !== 'upload_unreadable';
    metrics.ended(release.outcome, code);
    this.#log.warn({ err: reason, outcome: release.outcome, code }, 'no transcript');
    const { signal } = this.#closing;
    await untilAborted(ingest.release(this.work.recording, release, signal), signal);
  }

  #reachEngine(): void {
    this.#isAtEngine = true;
    this.#deps.metrics.waited(this.#preparedAtMs);
    this.#onRoom();
  }
}

function termsOf({ recording, lease_seconds, deadline_seconds, audio_store }: Work): LeaseTerms {
  return {
    leaseMs: lease_seconds * 1000,
    deadlineMs: deadline_seconds * 1000,
    submittedSeconds: recording.duration_seconds,
    keepsAudio: audio_store != null,
  };
}

/** Rejects at once when aborted; the end of the work is awaited elsewhere. */
function untilAborted<R>(work: Promise<R>, signal: AbortSignal): Promise<R> {
  return pTimeout(work, { milliseconds: Number.POSITIVE_INFINITY, signal });
}
