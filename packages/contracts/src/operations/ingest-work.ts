import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { RecordingContext } from '../events/recording.ts';
import { Failure } from '../failures.ts';
import { SpeechEngineName } from '../resources/access.ts';
import { AudioOutcome } from '../resources/audio.ts';
import { Nullable, NullableString, Uuid } from '../text.ts';

/** A recording that a worker holds. What belongs to an older attempt is refused. */
const held = { integration_id: Uuid, recording_id: Uuid, attempt: Type.Integer({ minimum: 1 }) };
/** False: the recording was erased, queued again, or handed to another worker; drop what was made of it. */
const StillHeld = Type.Object({ held: Type.Boolean() });
/**
 * A part of a transcript, in UTF-16 code units. Each takes three bytes of a message at most, as a character of Chinese;
 * escaped as a quote, two. So a part is below 512 KB in any language.
 */
export const TRANSCRIPT_PART_LENGTH = 160_000;
/** Seconds of an attempt for each second of audio, for ingest and the worker. */
export const ATTEMPT_FACTOR = 6;

/** A recording to download and transcribe, under a lease that progress renews. */
export const Work = Type.Object({
  recording: RecordingContext,
  recording_url: Type.String(),
  /** Private stores that the integration may use. */
  allowed_hosts: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  /** Since when it waits: submitted again, or retried, it is behind what came in between. */
  queued_at: Type.String(),
  /** Two workers in a row were lost with it, perhaps by it: nothing else is recognised beside it. */
  alone: Type.Boolean(),
  /** From its transcript, before the transcript leaves the worker. */
  removes_card_numbers: Type.Boolean(),
  /** The engine of its integration; null or absent: that of the worker. */
  speech_engine: Type.Optional(Nullable(SpeechEngineName)),
  /** Its audio is to be kept for listening, in the store that carries this id; null: it is not. */
  audio_store: Type.Optional(Nullable(Uuid)),
  /** Without renewal for so long, the recording is handed to another worker. */
  lease_seconds: Type.Number(),
  /** The attempt ends after so long, whatever it reports; while it is paused, nothing counts. */
  deadline_seconds: Type.Number(),
});

/**
 * Hands out the recordings that are due, of the integrations with the least running first, oldest first. What was
 * claimed by this worker and is not listed in `holds` was in an answer that did not arrive, and is returned again. So a worker makes one
 * claim at a time, and lists a recording until ingest has confirmed its end.
 */
export const claimWork = defineOperation({
  subject: 'ingest.work.claim',
  scope: 'system',
  askedBy: ['transcription'],
  input: Type.Object({
    worker: Uuid,
    holds: Type.Array(Uuid, { maxItems: 1000 }),
    places: Type.Integer({ minimum: 0, maximum: 64 }),
  }),
  output: Type.Object({ work: Type.Array(Work) }),
  errors: [],
  idempotent: false,
  unrecorded: true,
});

/** Real progress, which renews the lease: bytes that came, audio that was recognised. Or a pause until an engine is free. */
export const renewWork = defineOperation({
  subject: 'ingest.work.renew',
  scope: 'system',
  askedBy: ['transcription'],
  input: Type.Object({
    ...held,
    status: Type.Union([Type.Literal('DOWNLOADING'), Type.Literal('TRANSCRIBING')]),
    /** 5 to 60, as clients see it. */
    progress: Type.Number({ minimum: 0, maximum: 60 }),
    /** It is downloaded and has no engine at this moment: the deadline stands still. */
    paused: Type.Boolean(),
    /** Length of the audio once it is decoded, from which the deadline is made. */
    audio_seconds: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  }),
  output: StillHeld,
  errors: [],
  idempotent: true,
  unrecorded: true,
});

const Amount = Type.Number({ minimum: 0 });
const Limit = Nullable(Amount);

/**
 * Notes what an attempt takes from a speech endpoint in all, in place of what was noted of it before: more is granted as
 * long as the day stays within the limits, less always. Days are those of Postgres, in UTC. A worker that is lost leaves
 * what it had reserved, because it may have been spent.
 */
export const spendWork = defineOperation({
  subject: 'ingest.work.spend',
  scope: 'system',
  askedBy: ['transcription'],
  input: Type.Object({
    ...held,
    seconds: Amount,
    /** In the operator's currency. */
    money: Amount,
    /** Of a day, for the integration and for all together; null: none. */
    limits: Type.Object({
      seconds: Limit,
      seconds_in_all: Limit,
      money: Limit,
      money_in_all: Limit,
    }),
  }),
  output: Type.Object({ ...StillHeld.properties, granted: Type.Boolean() }),
  errors: [],
  idempotent: true,
  unrecorded: true,
});

/** The transcript as JSON, in parts in any order. The last that was missing stores it and ends the work. */
export const finishWork = defineOperation({
  subject: 'ingest.work.finish',
  scope: 'system',
  askedBy: ['transcription'],
  input: Type.Object({
    ...held,
    part: Type.Integer({ minimum: 0, maximum: 999 }),
    parts: Type.Integer({ minimum: 1, maximum: 1000 }),
    data: Type.String({ maxLength: TRANSCRIPT_PART_LENGTH }),
    /** With each part. */
    audio: Type.Optional(AudioOutcome),
  }),
  output: StillHeld,
  errors: [],
  idempotent: true,
  unrecorded: true,
});

/**
 * Gives a recording back without a transcript. `failed`: it can never be transcribed. `retry`: it may be at fault, the
 * attempt counts. `wait`: something else is at fault, such as a missing engine; no attempt counts. `handed_on`: the
 * worker stops, another may have it at once. `lost`: said of a worker that was killed, by the next one at its machine;
 * counts as if the lease had run out.
 */
export const releaseWork = defineOperation({
  subject: 'ingest.work.release',
  scope: 'system',
  askedBy: ['transcription'],
  input: Type.Object({
    ...held,
    outcome: Type.Union([
      Type.Literal('failed'),
      Type.Literal('retry'),
      Type.Literal('wait'),
      Type.Literal('handed_on'),
      Type.Literal('lost'),
    ]),
    /** Why; null when it is handed on or was lost. */
    error: Type.Union([Failure, Type.Null()]),
    /** Not before so long, such as a host’s Retry-After, an hour at most; ingest may take longer. */
    retry_after_seconds: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    /** Details for operators, without paths or addresses. */
    detail: NullableString,
  }),
  output: StillHeld,
  errors: [],
  idempotent: true,
  unrecorded: true,
});
