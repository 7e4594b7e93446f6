import type { AdviceKind } from '../engines/findings/feedback/advice-kinds.ts';
import type { CallFacts } from './call-facts.ts';
import { type CriterionSummary, callsMissing, gapsOf, isFairness, roomsOf } from './summarize-criteria.ts';
import { adviceKindOf, advisedIn, advisedIndicator } from './telling-quotes.ts';
import { daysNamed } from './wording.ts';

/** What was missing where advice was given, after the name of a criterion. */
export const wanted: Readonly<Record<AdviceKind, string>> = {
  objection: 'taking up the objection',
  need: 'taking up the need',
  presentation: 'a question before the presentation',
  price: 'a figure or a range when asked for the price',
  hidden_price: 'a figure or a range when asked for the price',
  next_step: 'a firm next step',
  opt_out_obstructed: 'letting go after a no',
  opt_out_ignored: 'letting go after a no',
  pressure_on_vulnerable: 'leaving the decision to the contact',
  late_terms: 'naming the terms before the yes',
  false_urgency: 'leaving the decision to the contact',
  pressure: 'leaving the decision to the contact',
  personal_remark: 'staying with the matter',
  disparagement: 'staying with the matter',
  unfair: 'staying with the matter',
  talking_over: 'waiting until the contact has finished',
  name_withheld: 'your name when it is asked for',
  no_name: 'your name',
};

/**
 * What an agent should work on, what costs most first: the weight of a criterion times the share of its points that was
 * lost, in the calls in which it can be judged. A call with advice on it lost them all. Each advice counts once.
 */
export function whatToImprove(
  calls: readonly CallFacts[],
  criteria: readonly CriterionSummary[],
): CriterionSummary[] {
  const told = new Set<string>();
  const advised = new Map<string, number>();
  for (const criterion of criteria.toSorted((a, b) => b.weight - a.weight || a.id.localeCompare(b.id))) {
    const claims = advisedIn(calls, criterion);
    if (!claims.some(({ claim }) => !told.has(claim))) continue;
    for (const { claim } of claims) told.add(claim);
    advised.set(criterion.id, new Set(claims.map(({ call }) => call)).size);
  }
  const rated = calls.filter((call) => call.criteria.length > 0).length;
  const costOf = ({ id, cost, weight }: CriterionSummary) =>
    Math.max(cost, (weight * (advised.get(id) ?? 0)) / Math.max(1, rated));
  const known = criteria.filter(({ id }) => advised.has(id));
  return [...new Set([...gapsOf(criteria), ...known, ...roomsOf(criteria)])]
    .sort((a, b) => costOf(b) - costOf(a) || b.calls - a.calls || a.id.localeCompare(b.id))
    .map((criterion) => ({
      ...(criterion.missing.length > 0 ? criterion : named(calls, criterion)),
      cost: costOf(criterion),
    }));
}

/** What was surely missed of what cost most, by its days, where nothing of it is worth working on; null where nothing was. */
export function smallMiss(
  calls: readonly CallFacts[],
  criteria: readonly CriterionSummary[],
): { id: string; phrase: string; days: string } | null {
  const [most] = criteria
    .filter(({ missing: [first] }) => first !== undefined && !isFairness(first.indicator))
    .toSorted((a, b) => b.cost - a.cost || a.id.localeCompare(b.id));
  const missing = most?.missing[0];
  if (most === undefined || missing === undefined) return null;
  const missed = callsMissing(calls, most.id, missing.indicator);
  return {
    id: most.id,
    phrase: missing.phrase,
    days: daysNamed(missed.map(({ occurred_at }) => occurred_at)),
  };
}

/** With what the advice on it missed, where nothing was surely missing in a call that can be judged. */
function named(calls: readonly CallFacts[], criterion: CriterionSummary): CriterionSummary {
  const told = advisedIn(calls, criterion);
  const indicator = advisedIndicator(calls, criterion);
  const phrase = told[0] === undefined ? undefined : wanted[adviceKindOf(told[0]) as AdviceKind];
  if (indicator === undefined || phrase === undefined) return criterion;
  const count = new Set(told.map(({ call }) => call)).size;
  return { ...criterion, missing: [{ indicator, phrase, calls: count }] };
}
