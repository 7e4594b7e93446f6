import { type AdviceKind, indicatorsOfAdvice } from '../engines/findings/feedback/advice-kinds.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { capitalized, dayName, listed } from '../facts/wording.ts';

interface Done {
  readonly done: readonly CallFacts[];
  readonly missed: readonly CallFacts[];
  /** Of which some may show neither. */
  readonly of: number;
}

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
  const done = calls.filter(
    (call) => !missed.includes(call) && own(call).some(({ indicators }) => indicators.includes(indicator)),
  );
  return { done, missed, of: calls.length };
}

/** Undefined where no earlier call shows it. @param phrase What was to be done. */
export function toldDone(phrase: string, now: Done, then: Done): string | undefined {
  const all = now.done.length + now.missed.length;
  const earlier = then.done.length + then.missed.length;
  const name = capitalized(phrase);
  if (earlier === 0) return undefined;
  // Of what no call shows clearly there is nothing to say.
  if (all === 0) return '';
  const daysOf = (some: readonly CallFacts[]) =>
    listed([...new Set(some.map(({ occurred_at }) => dayName(occurred_at)))]);
  const missed = now.missed.length === 0 ? '' : `missing on ${daysOf(now.missed)}`;
  // A count of some of the calls is less than who listens to all of them finds.
  if (all < now.of || earlier < then.of) return missed === '' ? '' : `${name}: ${missed}.`;
  const before = `before, in ${countOf(then)}`;
  if (now.done.length === 0)
    return then.done.length === 0
      ? `${name}: ${missed}, as before.`
      : `${name}: ${missed}; before, done in ${countOf(then)}.`;
  return `${name}: done in ${countOf(now)} ${now.of === 1 ? 'call' : 'calls'}${missed === '' ? '' : ` (${missed})`}; ${before}.`;
}

/** `2 of 3`, `none of 3`. */
function countOf({ done, of }: Done): string {
  return `${done.length === 0 ? 'none' : done.length} of ${of}`;
}
