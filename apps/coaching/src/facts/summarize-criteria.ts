import type { IndicatorName } from '../engines/findings/rating/indicator-names.ts';
import type { CallFacts, CriterionOfCall, Missed } from './call-facts.ts';

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
}

export function summarizeCriteria(calls: readonly CallFacts[]): CriterionSummary[] {
  const all = calls.flatMap(({ criteria }) => criteria);
  return [...Map.groupBy(all, ({ id }) => id).values()].map(summary);
}

function summary(ofCalls: readonly CriterionOfCall[]): CriterionSummary {
  const [first] = ofCalls as [CriterionOfCall];
  const sum = (of: (one: CriterionOfCall) => number) => ofCalls.reduce((total, one) => total + of(one), 0);
  const missed = Map.groupBy(
    ofCalls.flatMap((one) => one.missed),
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
  };
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

/** What cost most of what more than one call surely missed. */
export function mostMissed(criteria: readonly CriterionSummary[]): CriterionSummary | undefined {
  return roomsOf(criteria)
    .filter(({ missing: [first] }) => first !== undefined && first.calls > 1)
    .toSorted((a, b) => b.cost - a.cost || a.id.localeCompare(b.id))[0];
}

function heardOf({ indicators, missed }: CriterionOfCall): string[] {
  return indicators.filter((one) => !missed.some(({ indicator }) => indicator === one));
}

/** What earned the points of a criterion most often, where no line shows it: ` In 2 of them you gave a figure.` */
export function heardIn(calls: readonly CallFacts[], { id, calls: all }: CriterionSummary): string {
  const heard = calls.flatMap(({ criteria }) => criteria.find((one) => one.id === id)?.heard ?? []);
  const [most] = [...Map.groupBy(heard, (text) => text)].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length < 2) return '';
  const [text, { length }] = most;
  return ` In ${length === all ? 'all' : length} of them ${text.replace(/^You /, 'you ')}.`;
}

/** `Discovery: open questions`. */
export function nameOf({ title, missing }: Pick<CriterionSummary, 'title' | 'missing'>): string {
  return missing[0] === undefined ? title : `${title}: ${missing[0].phrase}`;
}
