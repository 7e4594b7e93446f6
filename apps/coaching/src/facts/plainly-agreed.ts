import type { Exchange } from '../engines/findings/speech/speech.ts';
import { agreementIn, exchangesOf, turnsDown } from './exchanges-of.ts';

interface Of {
  readonly agent: string;
  readonly outcomeQuotes: readonly {
    readonly speaker: string;
    readonly segment_index: number;
    readonly quote: string;
  }[];
  readonly exchanges?: readonly Exchange[];
}

const DAY = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow)\b/gi;
const DOUBTS =
  /\b(?:(?:ca|wo|do|did|is|was|does|would)n['’]t|not|never|maybe|might|depends|hang on|hold on|wait|gate|locked|rather)\b/i;

/**
 * Whether the contact's words take the time that is said to stand, and nothing said after them names another day: a day that is
 * told with a date is written down. Where nothing of these is kept, what the analysis says.
 */
export function isPlainlyAgreed(call: Of, agreed: string): boolean {
  const turns = exchangesOf(call, 'arrangement').flatMap((one) => one.turns ?? []);
  const theirs = [
    ...call.outcomeQuotes
      .filter(({ speaker }) => speaker !== call.agent)
      .map(({ segment_index, quote }) => ({ at: segment_index, text: quote })),
    ...exchangesOf(call, 'proposal').map(({ segment_index, after }) => ({
      at: segment_index + 1,
      text: after ?? '',
    })),
    ...turns
      .filter(({ role }) => role === 'contact')
      .map(({ segment_index, text }) => ({ at: segment_index, text })),
  ]
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.at - b.at);
  const last = theirs.at(-1);
  if (last === undefined) return true;
  if (turnsDown(last.text, false)) return false;
  const taken = theirs.findLast(({ text }) => takes(text, agreed));
  return taken !== undefined && !namesAnother(turns, agreed, taken.at);
}

/** Whether the contact's words take a time, or name its day without doubt. */
export function takes(text: string, agreed: string): boolean {
  if (agreementIn(text) !== null) return true;
  return (
    !text.trim().endsWith('?') && !DOUBTS.test(text) && daysIn(text).intersection(daysIn(agreed)).size > 0
  );
}

/** After the contact has taken one. */
function namesAnother(
  turns: readonly { readonly text: string; readonly segment_index: number }[],
  agreed: string,
  taken: number,
): boolean {
  const own = daysIn(agreed);
  if (own.size === 0) return false;
  const later = daysIn(
    turns
      .filter(({ segment_index }) => segment_index > taken)
      .map(({ text }) => text)
      .join(' '),
  );
  return later.size > 0 && later.isDisjointFrom(own);
}

/** Whether words are about the day of a time; about its hour where it has none. */
export function namesDayOf(text: string, agreed: string): boolean {
  const days = daysIn(agreed);
  return days.size === 0 ? namesTime(text, agreed) : !daysIn(text).isDisjointFrom(days);
}

function daysIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(DAY) ?? []);
}

/** `May I come by on Thursday?`, and not `Could you bring the score?` */
export function namesTime(text: string, agreed: string): boolean {
  const named = (words: string) => new Set(words.toLowerCase().match(TIME_WORDS) ?? []);
  return !named(text).isDisjointFrom(named(agreed));
}
const TIME_WORDS =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|half|quarter|\d+(?::\d\d)?)\b/g;
