import { type Static, Type } from '@sinclair/typebox';
import { SpeakerRole, Transcript } from './resources/transcript.ts';
import { isCalendarDate, parseInstant } from './text.ts';

const WORDS_PER_SECOND = 2.5;
const PAUSE_SECONDS = 0.4;

/** A call as text: a turn is a segment of its transcript, with the same index. */
export const ScriptedCall = Type.Object({
  id: Type.String({ minLength: 1 }),
  category: Type.Optional(Type.String({ minLength: 1 })),
  direction: Type.Optional(Type.Union([Type.Literal('inbound'), Type.Literal('outbound')])),
  agent: Type.String({ minLength: 1 }),
  contact: Type.String({ minLength: 1 }),
  /** When it took place, as `dayOrInstant` reads it; `date` is the same. */
  occurred_at: Type.Optional(Type.String()),
  date: Type.Optional(Type.String()),
  /** Where the agent is. */
  time_zone: Type.Optional(Type.String({ format: 'time-zone' })),
  punctuation: Transcript.properties.punctuation,
  turns: Type.Array(
    Type.Object({
      speaker: SpeakerRole,
      name: Type.Optional(Type.String({ minLength: 1 })),
      text: Type.String(),
    }),
    { minItems: 1 },
  ),
});
export type ScriptedCall = Static<typeof ScriptedCall>;

/**
 * A Monday, for calls of which nobody says when they took place: the same call must give the same bytes, so it cannot
 * be the clock.
 */
export const DEFAULT_OCCURRED_AT = '2026-01-05';

/** What is coached without a server, a line of JSON each; `coach-transcripts.ts` of coaching reads it. */
export interface CoachingRequest {
  id: string;
  transcript: Transcript;
  /** Selects the rubric; `roleplay` makes it a roleplay. */
  category: string | null;
  incoming: boolean | null;
  occurred_at: string;
  /** In which its days are counted; absent where they are those of `occurred_at` as it is written. */
  time_zone?: string;
}

/** What stands in for a field that a call leaves out. */
export interface CallDefaults {
  category: string | null;
  incoming: boolean | null;
  /** A day or an instant. */
  occurredAt: string;
  timeZone?: string | undefined;
}

/** @throws when its date is neither a day nor an instant. */
export function requestOf(call: ScriptedCall, defaults: CallDefaults): CoachingRequest {
  const { id, agent, contact, turns, direction, punctuation, category = defaults.category } = call;
  const transcript = transcriptOf(agent, contact, turns);
  return {
    id,
    transcript: punctuation === undefined ? transcript : { ...transcript, punctuation },
    category,
    incoming: direction === undefined ? defaults.incoming : direction === 'inbound',
    ...callTime(call.occurred_at ?? call.date ?? defaults.occurredAt, call.time_zone ?? defaults.timeZone),
  };
}

/** A transcript of turns, each a segment, spoken at 150 words a minute with 0.4 s between them. */
export function transcriptOf(
  agent: string,
  contact: string,
  turns: readonly { speaker: SpeakerRole; name?: string; text: string }[],
): Transcript {
  let at = 0;
  const segments = turns.map(({ speaker: role, name, text }) => {
    const start = at;
    const end = start + secondsToSay(text);
    at = end + PAUSE_SECONDS;
    const speaker = name ?? (role === 'agent' ? agent : contact);
    const times = { start_time: round(start), end_time: round(end) };
    return { role, speaker, ...times, text, confidence: null };
  });
  return { ...scripted(agent, contact), duration_seconds: round(at), segments };
}

/** What a transcript says of itself that nobody recognised from speech. */
export function scripted(agent: string, contact: string): Omit<Transcript, 'segments' | 'duration_seconds'> {
  return {
    engine: { name: 'script', version: '1', model: 'none' },
    quality: 'high',
    language: 'en',
    channels: 'dual',
    speakers: { agent, contact, method: 'script', confidence: 1 },
  };
}

export function secondsToSay(text: string): number {
  return Math.max(1, text.trim().split(/\s+/).length) / WORDS_PER_SECOND;
}

/** When a call took place. A day is that of the agent already, whatever the zone. @throws as `dayOrInstant` does. */
export function callTime(
  value: string,
  timeZone?: string,
): Pick<CoachingRequest, 'occurred_at' | 'time_zone'> {
  const occurred_at = dayOrInstant(value);
  return timeZone === undefined || isCalendarDate(value)
    ? { occurred_at }
    : { occurred_at, time_zone: timeZone };
}

/** An instant as it was given, or ten in the morning of a day. @throws when it is neither. */
export function dayOrInstant(value: string): string {
  if (isCalendarDate(value)) return `${value}T10:00:00.000Z`;
  if (parseInstant(value) !== null) return value;
  throw new Error(
    `"${value}" is neither a day (2026-11-20) nor an instant with an offset (2026-11-20T10:00:00Z)`,
  );
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
