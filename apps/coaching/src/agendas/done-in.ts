import { type AdviceKind, indicatorsOfAdvice } from '../engines/findings/feedback/advice-kinds.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { exchangesOf } from '../facts/exchanges-of.ts';
import { capitalized, dayName, listed } from '../facts/wording.ts';

interface Done {
  readonly done: readonly CallFacts[];
  readonly missed: readonly CallFacts[];
  /** Of which some may show neither. */
  readonly of: number;
}

/** Open questions are counted in every call, and judged in some. */
const SURE = 0.75;

/**
 * The calls that clearly did or missed a thing; advice on it counts as missed.
 * @param criterionId Of the criterion that looks for it; any by default.
 */
export function doneIn(calls: readonly CallFacts[], indicator: string, criterionId?: string): Done {
  const isAdvised = ({ improvements }: CallFacts) =>
    improvements.some(({ kind }) => {
      const about: readonly string[] = indicatorsOfAdvice[kind as AdviceKind] ?? [];
      return about.includes(indicator);
    });
  const own = ({ criteria }: CallFacts) =>
    criteria.filter(({ id }) => criterionId === undefined || id === criterionId);
  const missed = calls.filter(
    (call) =>
      isAdvised(call) || own(call).some((one) => one.missed.some((what) => what.indicator === indicator)),
  );
  const isHeard = (call: CallFacts) =>
    (indicator === 'asked_open_questions' && (call.speech?.open_questions ?? 0) >= SURE) ||
    (indicator === 'asked_first' && exchangesOf(call, 'asked_first').length > 0);
  const done = calls.filter(
    (call) =>
      !missed.includes(call) &&
      (isHeard(call) || own(call).some(({ indicators }) => indicators.includes(indicator))),
  );
  return { done, missed, of: calls.length };
}

/**
 * What is told of a thing that was to be done, without words or names of a call, which it would outlive; empty where no call shows it
 * clearly.
 * @param phrase What was to be done.
 * @param isAgain Whether the agenda comes back to it, with the days.
 */
export function toldDone(phrase: string, now: Done, then: Done, isAgain = false): string {
  const all = now.done.length + now.missed.length;
  const earlier = then.done.length + then.missed.length;
  const name = capitalized(/\bopen questions\b/.test(phrase) ? 'asking an open question' : phrase);
  if (all === 0) return '';
  const daysOf = (some: readonly CallFacts[]) =>
    listed([...new Set(some.map(({ occurred_at }) => dayName(occurred_at)))]);
  if (isAgain && now.done.length === 0) return `${name}: still open, see below.`;
  if (now.done.length === now.of && now.of > 1) return `${name}: you did it in all ${now.of} calls.`;
  const days = now.missed.length === 0 ? '' : `missing on ${daysOf(now.missed)}`;
  const missed = days === '' || isAgain ? '' : ` (${days})`;
  // `At least 1 of 3` may be as many as now.
  const isKnown = all === now.of && earlier === then.of && earlier > 0;
  if (now.done.length > 0) {
    const before = isKnown ? `; before, in ${countOf(then)}` : '';
    return `${name}: done in ${countOf(now)} ${now.of === 1 ? 'call' : 'calls'}${missed}${before}.`;
  }
  if (!isKnown) return `${name}: ${days}.`;
  return then.done.length === 0
    ? `${name}: ${days}, as before.`
    : `${name}: ${days}; before, done in ${countOf(then)}.`;
}

/** `2 of 3`, `none of 3`; where some show neither, `at least 2 of 3`. */
function countOf({ done, missed, of }: Done): string {
  const least = done.length > 0 && done.length + missed.length < of ? 'at least ' : '';
  return `${least}${done.length === 0 ? 'none' : done.length} of ${of}`;
}
