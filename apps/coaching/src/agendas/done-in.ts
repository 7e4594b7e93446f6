import { type AdviceKind, indicatorsOfAdvice } from '../engines/findings/feedback/advice-kinds.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { exchangesOf } from '../facts/exchanges-of.ts';
import { capitalized, daysNamed } from '../facts/wording.ts';
import { saysDone, saysMissing, type Thing } from './past-of.ts';

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
 * @param when The period before, as in `in the week before`.
 * @param isAgain Whether the agenda comes back to it, with the days.
 */
export function toldDone(thing: Thing, now: Done, then: Done, when: string, isAgain = false): string {
  const all = now.done.length + now.missed.length;
  const earlier = then.done.length + then.missed.length;
  if (all === 0) return '';
  const daysOf = (some: readonly CallFacts[]) => daysNamed(some.map(({ occurred_at }) => occurred_at));
  if (isAgain && now.done.length === 0) return `${capitalized(thing.phrase ?? 'it')}: still open, see below.`;
  const done = saysDone(thing);
  if (now.done.length === now.of && now.of > 1) return `${done} in all ${now.of} calls.`;
  // `At least 1 of 3` may be as many as now.
  const isKnown = all === now.of && earlier === then.of && earlier > 0;
  if (now.done.length > 0) {
    const where = now.of === 1 ? 'the only call' : `${countOf(now)} calls`;
    const missed = now.missed.length === 0 || isAgain ? '' : ` (not on ${daysOf(now.missed)})`;
    const before = isKnown ? `, after ${countOf(then)} in the ${when} before` : '';
    return `${done} in ${where}${missed}${before}.`;
  }
  const missing = `${saysMissing(thing)} missing on ${daysOf(now.missed)}`;
  if (!isKnown) return `${missing}.`;
  return then.done.length === 0
    ? `${missing}, as in the ${when} before.`
    : `${missing}; it was there in ${countOf(then)} ${then.of === 1 ? 'call' : 'calls'} of the ${when} before.`;
}

/** `2 of 3`, `none of 3`; where some show neither, `at least 2 of 3`. */
function countOf({ done, missed, of }: Done): string {
  const least = done.length > 0 && done.length + missed.length < of ? 'at least ' : '';
  return `${least}${done.length === 0 ? 'none' : done.length} of ${of}`;
}
