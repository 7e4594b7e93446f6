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
  const after = `before, in ${countOf(then)}`;
  // Of what no call shows clearly there is nothing to say.
  if (all === 0) return '';
  const days = [...new Set(now.missed.map(({ occurred_at }) => dayName(occurred_at)))];
  if (now.done.length === 0)
    return then.done.length === 0
      ? `${name}: missing on ${listed(days)}, as before.`
      : `${name}: missing on ${listed(days)}; before, done in ${countOf(then)}.`;
  const missed = days.length === 0 ? '' : ` (missing on ${listed(days)})`;
  const calls = countOf(now) === '1' ? 'call' : 'calls';
  return `${name}: done in ${countOf(now)} ${calls}${missed}; ${after}.`;
}

/** `2 of 3` where every call shows it, else how often alone. */
function countOf({ done, missed, of }: Done): string {
  const count = done.length === 0 ? 'none' : String(done.length);
  return done.length + missed.length === of ? `${count} of ${of}` : count;
}
