import { type AdviceKind, indicatorsOfAdvice } from '../engines/findings/feedback/advice-kinds.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { capitalized, counted, dayName, listed } from '../facts/wording.ts';

interface Done {
  readonly done: readonly CallFacts[];
  readonly missed: readonly CallFacts[];
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
  return { done, missed };
}

/** Undefined where no earlier call shows it. @param phrase What was to be done. */
export function toldDone(phrase: string, now: Done, then: Done): string | undefined {
  const all = now.done.length + now.missed.length;
  const earlier = then.done.length + then.missed.length;
  const name = capitalized(phrase);
  if (earlier === 0) return undefined;
  const after = `${numberOf(then.done.length)} of ${earlier} before`;
  // Of what no call shows clearly there is nothing to say.
  if (all === 0) return '';
  const days = [...new Set(now.missed.map(({ occurred_at }) => dayName(occurred_at)))];
  if (now.done.length === 0) return `${name}: not done on ${listed(days)}; ${after}.`;
  const missed = days.length === 0 ? '' : ` (missing on ${listed(days)})`;
  return `${name}: done in ${now.done.length} of ${counted(all, 'call')}${missed}; ${after}.`;
}

function numberOf(count: number): string {
  return count === 0 ? 'none' : String(count);
}
