import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { InputOf, OutputOf } from '@debrief/contracts/define';
import {
  DebriefError,
  type ErrorDefinition,
  INTERNAL,
  TIMED_OUT,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import { failure } from '@debrief/contracts/failures';
import {
  claimWork,
  finishWork,
  releaseWork,
  renewWork,
  spendWork,
  TRANSCRIPT_PART_LENGTH,
} from '@debrief/contracts/operations/ingest-work';
import type { AudioOutcome } from '@debrief/contracts/resources/audio';
import type { HeardTranscript } from '@debrief/contracts/resources/transcript';
import type { Messaging } from '@debrief/messaging/connection';
import { request } from '@debrief/messaging/request';
import type { Logger } from '@debrief/service-kit/logger';
import { currentTraces } from '@debrief/tracing/tracing';
import type { Cost } from '../engines/engine.ts';
import { TransientFailure } from '../transient-failure.ts';
import type { Held } from './claim-note.ts';
import type { News } from './lease.ts';

export type Work = OutputOf<typeof claimWork>['work'][number];
export type SpeechLimits = InputOf<typeof spendWork>['limits'];
export type Release = Omit<InputOf<typeof releaseWork>, 'integration_id' | 'recording_id' | 'attempt'>;

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;
/** Some five minutes. A service that is being mended may take it by then; without an end, nobody has the recording. */
const REFUSALS_MAX = 150;

/** What was made of a recording. */
export interface Result {
  readonly transcript: HeardTranscript;
  /** Null: it was not to be kept. */
  readonly audio: AudioOutcome | null;
}

/** What a worker asks of ingest; every answer but that to a claim says whether the recording is still held. */
export interface Ingest {
  /** @param holds all recordings this worker holds; others it was given are handed out to it again. */
  claim(holds: string[], places: number): Promise<Work[]>;
  renew(work: Work, news: News): Promise<boolean>;
  /** What an attempt takes from a speech endpoint in all; tried through an outage, without a signal once. */
  spend(
    work: Work,
    cost: Cost,
    limits: SpeechLimits,
    signal?: AbortSignal,
  ): Promise<OutputOf<typeof spendWork>>;
  /**
   * Sends a transcript in parts, through an outage, until the signal ends it. @throws TransientFailure where ingest fails at it
   * for minutes without an outage.
   */
  finish(work: Work, result: Result, signal: AbortSignal): Promise<boolean>;
  /** Tried through an outage, as above. */
  release(held: Held, release: Release, signal: AbortSignal): Promise<boolean>;
  /** Tried once: if it fails, another worker gets the recording a lease later. */
  handOn(work: Work, timeoutMs: number): Promise<boolean>;
}

export function askIngest(messaging: Messaging, log: Logger, refusalsMax = REFUSALS_MAX): Ingest {
  /** Answers of any kind but failures. */
  let answers = 0;
  const answered = <R>(answer: R): R => {
    answers += 1;
    return answer;
  };
  const worker = randomUUID();
  const caller = { access: 'system', request_id: `worker-${worker}` } as const;
  /** Of what is asked for one recording, in its trace. */
  const inTrace = () => {
    const [traceparent] = currentTraces();
    return traceparent === undefined ? caller : { ...caller, traceparent };
  };
  const nowHeld = ({ recording: { integration_id, recording_id, attempt } }: Work) => ({
    integration_id,
    recording_id,
    attempt,
  });
  const sendRelease = async (held: Held, release: Release, timeoutMs?: number) => {
    const input = { ...held, ...release };
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    return answered(await request(messaging, releaseWork, inTrace(), input, options)).held;
  };
  const persistently = <R>(ask: () => Promise<R>, signal: AbortSignal) => {
    let refusals = 0;
    let answersBefore = answers;
    return untilAnswered(ask, signal, (error) => {
      log.debug({ err: error }, 'ingest does not take a result; it is sent again');
      // A time-out while ingest answers others is of this result alone; one in a silence is an outage.
      const isRefusal = isCode(error, INTERNAL) || (isCode(error, TIMED_OUT) && answers > answersBefore);
      answersBefore = answers;
      refusals = isRefusal ? refusals + 1 : 0;
      if (refusals >= refusalsMax) throw new TransientFailure(failure('internal'), { cause: error });
    });
  };
  return {
    async claim(holds, places) {
      return answered(await request(messaging, claimWork, caller, { worker, holds, places })).work;
    },
    async renew(work, news) {
      return answered(await request(messaging, renewWork, caller, { ...nowHeld(work), ...news })).held;
    },
    async spend(work, cost, limits, signal) {
      const input = { ...nowHeld(work), ...cost, limits };
      const ask = async () => answered(await request(messaging, spendWork, inTrace(), input));
      return signal === undefined ? ask() : persistently(ask, signal);
    },
    async finish(work, { transcript, audio }, signal) {
      const parts = cutParts(JSON.stringify(transcript));
      for (const [part, data] of parts.entries()) {
        const input = {
          ...nowHeld(work),
          ...{ part, parts: parts.length, data },
          ...(audio !== null && { audio }),
        };
        const ask = async () => answered(await request(messaging, finishWork, inTrace(), input)).held;
        if (!(await persistently(ask, signal))) return false;
      }
      return true;
    },
    release: ({ integration_id, recording_id, attempt }, release, signal) =>
      persistently(() => sendRelease({ integration_id, recording_id, attempt }, release), signal),
    handOn: (work, timeoutMs) =>
      sendRelease(
        nowHeld(work),
        { outcome: 'handed_on', error: null, retry_after_seconds: null, detail: null },
        timeoutMs,
      ),
  };
}

async function untilAnswered<R>(
  ask: () => Promise<R>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<R> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      // Sent again, it would be refused again.
      if (isCode(error, VALIDATION_FAILED)) throw error;
      onFailure(error);
    }
    await delay(Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures), undefined, { signal });
  }
}

function isCode(error: unknown, { code }: ErrorDefinition): boolean {
  return error instanceof DebriefError && error.definition.code === code;
}

/** Does not split a surrogate pair: a lone surrogate cannot be stored. */
export function cutParts(text: string, length = TRANSCRIPT_PART_LENGTH): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + length;
    const isCutInTwo = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    parts.push(text.slice(start, isCutInTwo ? end - 1 : end));
    start = isCutInTwo ? end - 1 : end;
  }
  return parts;
}
