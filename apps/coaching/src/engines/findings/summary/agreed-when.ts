import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { inSentence } from '../commitments/agreement-items.ts';
import type { Agreement } from '../findings.ts';
import { speakerName } from '../speaker-name.ts';
import { findTimes } from '../times/find-times.ts';
import { toldTime } from '../times/told-time.ts';
import { breaksOff, quoted } from './quoted.ts';

/** When they meet or talk again, as it follows `an appointment`, and the stretches that it rests on. */
export interface When {
  text: string;
  stretches: readonly number[];
  isQuoted: boolean;
}

const MOST_WORDS = 20;
const ACCEPTED = 0.3;

/**
 * ` on Friday at five`; where the hour is not plain ` on Friday, as said: “Friday at five's okay with me.”`
 * @param day where it is plain though no agreement is likely enough.
 */
export function agreedWhen(
  conversation: Conversation,
  agreement: Agreement | undefined,
  day: string | undefined,
): When {
  if (agreement === undefined) return { text: inSentence(day ?? ''), stretches: [], isQuoted: false };
  const time = inSentence(toldTime(agreement));
  if (agreement.isSure) return { text: time, stretches: agreement.stretches, isQuoted: false };
  const lines = linesOf(conversation, agreement);
  if (lines.length === 0)
    return { text: time, stretches: time === '' ? [] : agreement.stretches, isQuoted: false };
  const words = lines.map((line) => quoted(conversation, line)).join(' ');
  return {
    text: `${time}${time === '' ? '' : ', as said'}: ${words}`,
    stretches: lines.map(({ index }) => index),
    isQuoted: true,
  };
}

/**
 * Where nobody knows which of the times stands, the last line that plainly proposes or repeats one: `; about the time
 * Gareth said: “Friday the fourteenth, it is.”`
 */
export function saidOfTime(conversation: Conversation): When {
  const line = conversation.stretches.findLast(
    (one) =>
      isOfTime(one) &&
      !one.text.trim().endsWith('?') &&
      isShort(one) &&
      one.words.length >= LEAST_WORDS &&
      !breaksOff(one),
  );
  if (line === undefined) return { text: '', stretches: [], isQuoted: false };
  const text = `; about the time ${speakerName(conversation, line)} said: ${quoted(conversation, line)}`;
  return { text, stretches: [line.index], isQuoted: true };
}
const NAMED = 0.55;
const LEAST_WORDS = 3;

/** `See you Tuesday at two forty` takes leave, and names the whole time. */
function isOfTime(stretch: Stretch): boolean {
  const spoken = stretch.words.map(({ text }) => text);
  const times = findTimes(spoken, true).filter(({ isNegated }) => !isNegated);
  const hasDay = times.some(({ day }) => day !== null);
  const hasHour = times.some(({ clock }) => clock !== null);
  if (chance(stretch, 'propose_time', 'counter_time', 'recap', 'correct') >= NAMED) return hasDay || hasHour;
  return hasDay && hasHour && chance(stretch, 'goodbye') >= NAMED;
}

/** The line that named the hour last, and where it only asks, the yes to it; empty where that cannot be quoted. */
function linesOf(conversation: Conversation, { hourNamed, stretches }: Agreement): Stretch[] {
  const line = conversation.stretches[hourNamed ?? -1];
  if (line === undefined || !isShort(line) || breaksOff(line)) return [];
  if (!line.text.trim().endsWith('?')) return [line];
  const yes = conversation.stretches[stretches.find((index) => index > line.index) ?? -1];
  const isAnswered = yes !== undefined && yes.role !== line.role && chance(yes, 'accept') >= ACCEPTED;
  return isAnswered && isShort(yes) && !breaksOff(yes) ? [line, yes] : [];
}

function isShort({ words }: Stretch): boolean {
  return words.length <= MOST_WORDS;
}
