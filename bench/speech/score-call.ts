import type { Segment, SpeakerRole } from '@debrief/contracts/resources/transcript';
import { nameParts } from '../../apps/transcription/src/speakers/name-likeness.ts';
import type { LabelledCall, Span, Turn } from './labelled-call.ts';
import { spokenForm } from './spoken-form.ts';
import { countWordErrors, errorsOf, sumErrors, type WordErrors } from './word-errors.ts';

export interface Score {
  wordErrors: WordErrors;
  /** What was counted: of each speaker, or of both together. */
  compared: readonly Compared[];
  /** Time in which one person speaks and the transcript has words; null when nobody noted the times. */
  attribution: { seconds: number; rightSeconds: number } | null;
  /** Whether somebody says the name of either. */
  hasName: boolean;
  /** Whether agent and contact are not exchanged. */
  isNamedRight: boolean;
}

interface Compared {
  said: string[];
  heard: string[];
}

type Roles = Readonly<Record<SpeakerRole, SpeakerRole>>;
const AS_NAMED: Roles = { agent: 'agent', contact: 'contact' };
const EXCHANGED: Roles = { agent: 'contact', contact: 'agent' };
const FRAMES_A_SECOND = 100;

/**
 * Holds a transcript against what was said. Who speaks is judged twice: whether the voices are told apart, under the
 * better of both ways to name them, and whether they are named so.
 */
export function scoreCall(call: LabelledCall, segments: readonly Segment[]): Score {
  const { turns } = call;
  const byTime = timed(turns)
    ? [AS_NAMED, EXCHANGED].map((roles) => attribute(turns, segments, roles))
    : null;
  const bySpeaker = [AS_NAMED, EXCHANGED].map((roles) => pairSpeakers(turns, segments, roles));
  const [named = 0, exchanged = 0] = bySpeaker.map((pairs) => errorsOf(countAll(pairs)));
  const isNamedRight =
    byTime === null ? named < exchanged : (byTime[0]?.rightSeconds ?? 0) > (byTime[1]?.rightSeconds ?? 0);
  const attribution = byTime?.[isNamedRight ? 0 : 1] ?? null;
  const together = [{ said: wordsOf(turns), heard: wordsOf(segments) }];
  const compared = call.layout === 'mono' ? together : (bySpeaker[isNamedRight ? 0 : 1] ?? []);
  return { wordErrors: countAll(compared), compared, attribution, hasName: saysName(call), isNamedRight };
}

const countAll = (pairs: readonly Compared[]): WordErrors =>
  sumErrors(pairs.map(({ said, heard }) => countWordErrors(said, heard)));

/** On channels of their own, both are counted by themselves: what they say at once has no order. */
function pairSpeakers(turns: readonly Turn[], segments: readonly Segment[], roles: Roles): Compared[] {
  return (['agent', 'contact'] as const).map((role) => ({
    said: wordsOf(turns.filter((turn) => turn.role === role)),
    heard: wordsOf(segments.filter((segment) => roles[segment.role] === role)),
  }));
}

const wordsOf = (texts: readonly { text: string }[]): string[] =>
  texts.flatMap(({ text }) => spokenForm(text));

const timed = (turns: readonly Turn[]): turns is (Turn & { spoken: Span[] })[] =>
  turns.every(({ spoken }) => spoken !== null);

/** In hundredths of a second: where one of them speaks and the transcript has somebody's words, are they his? */
function attribute(
  turns: readonly (Turn & { spoken: Span[] })[],
  segments: readonly Segment[],
  roles: Roles,
): { seconds: number; rightSeconds: number } {
  const end = Math.max(0, ...turns.flatMap(({ spoken }) => spoken.map(({ endTime }) => endTime)));
  const length = Math.ceil(end * FRAMES_A_SECOND);
  const really = { agent: new Uint8Array(length), contact: new Uint8Array(length) };
  const heard = { agent: new Uint8Array(length), contact: new Uint8Array(length) };
  const mark = (frames: Uint8Array, { startTime, endTime }: Span) =>
    frames.fill(1, Math.round(startTime * FRAMES_A_SECOND), Math.round(endTime * FRAMES_A_SECOND));
  for (const { role, spoken } of turns) for (const span of spoken) mark(really[role], span);
  for (const { role, start_time, end_time } of segments) {
    mark(heard[roles[role]], { startTime: start_time, endTime: end_time });
  }
  let frames = 0;
  let right = 0;
  for (let at = 0; at < length; at += 1) {
    const speaks =
      really.agent[at] === really.contact[at] ? null : really.agent[at] === 1 ? 'agent' : 'contact';
    if (speaks === null || heard.agent[at] === heard.contact[at]) {
      // Words of both at once: half of it is right.
      if (speaks === null || heard.agent[at] === 0) continue;
      frames += 1;
      right += 0.5;
    } else {
      frames += 1;
      right += heard[speaks][at] ?? 0;
    }
  }
  return { seconds: frames / FRAMES_A_SECOND, rightSeconds: right / FRAMES_A_SECOND };
}

function saysName({ turns, agent, contact }: LabelledCall): boolean {
  const names = new Set([...nameParts(agent), ...nameParts(contact)]);
  return wordsOf(turns).some((word) => names.has(word.replace(/'s$/, '')));
}
