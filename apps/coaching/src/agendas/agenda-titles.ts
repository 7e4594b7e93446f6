import { unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { missedHandling } from '../facts/criterion-of-call.ts';
import { type CriterionSummary, callsMissing, nameOf } from '../facts/summarize-criteria.ts';
import { advisedIn, type Told } from '../facts/telling-quotes.ts';
import { counted, dayName, daysNamed, listed, percent } from '../facts/wording.ts';
import { doneIn } from './done-in.ts';

const MOST_CALLS = 3;

/**
 * What an agenda is about: the criterion with what was missed, and the calls that missed it most, or where there is nothing
 * to improve, what went best; from the shortest to what tells two agents of the same days apart. No names and no words of a
 * call: a title stays when these are erased, as long as what it is about does (prune-texts.ts).
 */
export function agendaTitles(
  calls: readonly CallFacts[],
  focus: CriterionSummary | undefined,
  /** Objections that it is about, where it is about these. */
  passed?: readonly Told[],
  /** What went best, where nothing is to be improved. */
  best?: CriterionSummary,
): [string, ...string[]] {
  const objected = [...new Set(passed?.map(({ call }) => call))];
  const all =
    objected.length > 0
      ? objected
      : focus !== undefined
        ? callsOf(calls, focus)
        : calls.filter(({ criteria }) => best === undefined || criteria.some(({ id }) => id === best.id));
  const about = all.slice(0, MOST_CALLS);
  const inOrder = about.toSorted((a, b) => a.occurred_at.localeCompare(b.occurred_at));
  const kinds = focus === undefined ? [] : objectionKinds(inOrder, focus);
  const told =
    objected.length > 0
      ? 'missing, for example'
      : kinds.length === 0
        ? 'missing'
        : `missing when it came to ${listed(kinds)},`;
  const title = (days: string) =>
    focus === undefined
      ? `${best === undefined ? 'Your calls of' : `${best.title}: ${pointsOf(best)} on`} ${days}`
      : focus.missing.length === 0
        ? `${nameOf(focus)}: the calls of ${days}`
        : `${nameOf(focus)} (${told}${objected.length === 0 && all.length > MOST_CALLS ? ` in ${all.length} calls, such as` : ''} on ${days})`;
  const hours = inOrder.map(
    ({ occurred_at }) => `${dayName(occurred_at)} at ${occurred_at.slice(11, 16)} UTC`,
  );
  const byDays: [string, string] = [
    title(daysNamed(inOrder.map(({ occurred_at }) => occurred_at))),
    title(listed(hours)),
  ];
  return focus !== undefined || best === undefined
    ? byDays
    : [`${best.title}: ${pointsOf(best)} in ${inCalls(best, calls)}`, ...byDays];
}

/** `all points`, `80 % of the points`. */
function pointsOf({ share }: CriterionSummary): string {
  return share === 1 ? 'all points' : `${percent(share)} of the points`;
}

function inCalls({ calls: count }: CriterionSummary, calls: readonly CallFacts[]): string {
  return `${count === calls.length && count > 1 ? 'all ' : ''}${counted(count, 'call')}`;
}

/** Those that surely missed it or got advice on it, the lowest share first and the newest of equals, else those that show it. */
function callsOf(calls: readonly CallFacts[], focus: CriterionSummary): CallFacts[] {
  const { id, missing } = focus;
  const indicator = missing[0]?.indicator ?? '';
  // Advice on it is told with the calls that missed it; on whether it suits there is none.
  const missed = callsMissing(calls, id, indicator);
  const advised = indicator === 'asked_permission' ? [] : doneIn(calls, indicator, id).missed;
  const about = missed.length > 0 ? advised : advisedIn(calls, focus).map(({ call }) => call);
  const found = [...new Set([...missed, ...about])];
  if (found.length === 0) return calls.filter(({ criteria }) => criteria.some((one) => one.id === id));
  const shareIn = ({ criteria }: CallFacts) => criteria.find((one) => one.id === id)?.share ?? 1;
  return found.sort((a, b) => shareIn(a) - shareIn(b) || b.occurred_at.localeCompare(a.occurred_at));
}

/** `price and trust`, where it is about objections. */
function objectionKinds(calls: readonly CallFacts[], { id }: CriterionSummary): string[] {
  const handling = calls.filter(({ criteria }) =>
    criteria.some((one) => one.id === id && missedHandling(one) !== undefined),
  );
  const kinds = handling.flatMap(({ objections }) => objections.map(({ kind }) => kind));
  return [...new Set(kinds)].filter((kind) => kind !== unnamedKind).map((kind) => kind.toLowerCase());
}
