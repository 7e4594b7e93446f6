import type { IndicatorName } from '../engines/findings/rating/indicator-names.ts';
import type { CallFacts } from './call-facts.ts';
import type { CriterionOfCall, Missed } from './criterion-of-call.ts';
import { counted, percent } from './wording.ts';

/** Nothing is claimed on fewer. */
export const LEAST_CALLS = 3;
/** From here on a criterion is a strength, and below a gap. */
export const STRONG = 0.7;
/** Weight times the share that was lost: below this the rating hardly shows it. */
export const LEAST_COST = 0.3;

interface Missing {
  readonly indicator: string;
  readonly phrase: string;
  /** In which it was surely not there. */
  readonly calls: number;
}

export interface CriterionSummary {
  readonly id: string;
  readonly title: string;
  /** Calls in which it can be judged. */
  readonly calls: number;
  /** On average; a call may offer fewer points than another. */
  readonly points: number;
  readonly potential: number;
  /** Of all points that could be had. */
  readonly share: number;
  /** Its weight times the share of its points that was lost, on average of the calls in which it can be judged. */
  readonly cost: number;
  readonly weight: number;
  /** What it looks for, as far as any of the calls shows it clearly. */
  readonly indicators: readonly string[];
  /** What was heard in any of the calls. */
  readonly heard: readonly string[];
  /** What was surely not there, and in how many calls; what cost most points first. */
  readonly missing: readonly Missing[];
  /** Indicators that are clear in the call that shows most of them; none of calls stored before. */
  readonly mostClear: number;
}

export function summarizeCriteria(calls: readonly CallFacts[]): CriterionSummary[] {
  const all = calls.flatMap(({ criteria }) => criteria);
  return [...Map.groupBy(all, ({ id }) => id).values()].map(summary);
}

function summary(ofCalls: readonly CriterionOfCall[]): CriterionSummary {
  const [first] = ofCalls as [CriterionOfCall];
  const sum = (of: (one: CriterionOfCall) => number) => ofCalls.reduce((total, one) => total + of(one), 0);
  const missed = Map.groupBy(
    ofCalls.flatMap((one) => worthTelling(one, ofCalls)),
    ({ indicator }) => indicator,
  );
  const lost = (all: readonly Missed[]) => all.reduce((total, { points }) => total + points, 0);
  return {
    ...{ id: first.id, title: first.title, calls: ofCalls.length },
    points: sum(({ score }) => score) / ofCalls.length,
    potential: sum(({ potential }) => potential) / ofCalls.length,
    share: sum(({ score }) => score) / sum(({ potential }) => potential),
    cost: sum(({ weight, share }) => weight * (1 - share)) / ofCalls.length,
    weight: sum(({ weight }) => weight) / ofCalls.length,
    indicators: [...new Set(ofCalls.flatMap(({ indicators }) => indicators))],
    heard: [...new Set(ofCalls.flatMap(heardOf))],
    // A later version of the rubric may say it in other words; the last ones count.
    missing: [...missed]
      .sort(([, a], [, b]) => lost(b) - lost(a))
      .map(([indicator, all]) => ({ indicator, phrase: all.at(-1)?.text ?? '', calls: all.length })),
    mostClear: Math.max(...ofCalls.map(({ indicators }) => indicators.length)),
  };
}

const WHO_CALLS: readonly string[] = ['introduced_self', 'introduced_company'] satisfies IndicatorName[];

/**
 * What a call missed, as it is told: where the contact did not surely hear who calls, that is what was missing, and not whether
 * it suits. @param all Of the same criterion: not every rubric looks for the company.
 */
export function worthTelling(
  { missed, indicators }: CriterionOfCall,
  all: readonly CriterionOfCall[],
): Missed[] {
  const isMissed = missed.some(({ indicator }) => WHO_CALLS.includes(indicator));
  const isUnclear = WHO_CALLS.some(
    (who) => !indicators.includes(who) && all.some((one) => one.indicators.includes(who)),
  );
  return missed.filter(({ indicator }) => indicator !== 'asked_permission' || !(isMissed || isUnclear));
}

/** The criteria that cost most, the dearest first. */
export function gapsOf(criteria: readonly CriterionSummary[]): CriterionSummary[] {
  return criteria
    .filter(({ calls, share }) => calls >= LEAST_CALLS && share < STRONG)
    .sort((a, b) => b.cost - a.cost || b.calls - a.calls || a.id.localeCompare(b.id));
}

/** What anybody does who is polite, or leaves undone who is fair: no strength, and no win. */
const courtesies: readonly string[] = [
  ...(['introduced_self', 'introduced_company', 'stated_purpose', 'closed_politely'] as const),
  ...(['stayed_fair', 'respected_no'] as const),
] satisfies IndicatorName[];

export function isCourtesy(indicator: string | undefined): boolean {
  return indicator !== undefined && courtesies.includes(indicator);
}

export function isFairness(indicator: string | undefined): boolean {
  return indicator === 'stayed_fair' || indicator === 'respected_no';
}

/** What is strong by more than courtesies. */
export function strengthsOf(criteria: readonly CriterionSummary[]): CriterionSummary[] {
  return criteria
    .filter(({ calls, share }) => calls >= LEAST_CALLS && share >= STRONG)
    .filter(({ heard }) => heard.length === 0 || !heard.every(isCourtesy))
    .sort((a, b) => b.share * b.weight - a.share * a.weight || a.id.localeCompare(b.id));
}

/** Where there is something to gain though no gap is known: points left in calls enough, or something surely not there. */
export function roomsOf(criteria: readonly CriterionSummary[]): CriterionSummary[] {
  return criteria.filter(
    ({ calls, share, missing }) => share < 1 && (calls >= LEAST_CALLS || missing.length > 0),
  );
}

function heardOf({ indicators, missed }: CriterionOfCall): string[] {
  return indicators.filter((one) => !missed.some(({ indicator }) => indicator === one));
}

/**
 * What earned the points of a criterion in every call, where no line shows it: ` In all of them you gave a figure.` Of some of them
 * nothing is said: who reads `in 2 of them` takes it that the third had none.
 */
export function heardIn(
  calls: readonly CallFacts[],
  { id, calls: all, share, mostClear }: CriterionSummary,
): string {
  const heard = calls.flatMap(({ criteria }) => criteria.find((one) => one.id === id)?.heard ?? []);
  const [most] = [...Map.groupBy(heard, (text) => text)].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length < Math.max(2, all)) return '';
  // Said already.
  return share === 1 && mostClear === 1 ? '' : ` In all of them ${most[0].replace(/^You /, 'you ')}.`;
}

/**
 * `you got 80 % of the points for it`; where each call shows one thing of a criterion, what was done in all of them. Empty where it
 * was not done in all: who calls next may have been as open as before, and the example tells its own call.
 * @param did What the example shows: no sentence claims another thing than its words do.
 */
export function earnedIn(
  calls: readonly CallFacts[],
  { id, share, calls: count, mostClear }: CriterionSummary,
  who: string,
  did?: string,
): string {
  if (share < 1 || mostClear !== 1) return `${who} got ${shareIn(calls, share, count)}`;
  const heard = calls.flatMap(({ criteria }) => criteria.find((one) => one.id === id)?.heard ?? []);
  const [most] = [...Map.groupBy(heard, (text) => text.replace(/^You /, ''))].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const [what, times] =
    did !== undefined
      ? [did, heard.filter((text) => text.includes(did)).length]
      : [most?.[0] ?? 'did so', most?.[1].length ?? count];
  return times === calls.length ? `${who} ${what} in all ${counted(times, 'call')}` : '';
}

/** `60 % of the points for it`, `60 % of the points in all 9 calls`. */
export function shareIn(calls: readonly CallFacts[], share: number, count: number): string {
  return `${percent(share)} of the points ${count === calls.length ? `in all ${counted(count, 'call')}` : 'for it'}`;
}

/** The calls that missed a thing, as far as it is told. */
export function callsMissing(calls: readonly CallFacts[], id: string, indicator: string): CallFacts[] {
  const ownOf = ({ criteria }: CallFacts) => criteria.filter((one) => one.id === id);
  const all = calls.flatMap(ownOf);
  return calls.filter((call) =>
    ownOf(call).some((own) => worthTelling(own, all).some((one) => one.indicator === indicator)),
  );
}

/** `Discovery: open questions`. */
export function nameOf({ title, missing }: Pick<CriterionSummary, 'title' | 'missing'>): string {
  return missing[0] === undefined ? title : `${title}: ${missing[0].phrase}`;
}
