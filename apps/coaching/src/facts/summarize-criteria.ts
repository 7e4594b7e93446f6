import type { CallFacts, CriterionOfCall, Missed } from './call-facts.ts';

/** Nothing is claimed on fewer. */
export const LEAST_CALLS = 3;
export const STRONG = 0.7;
const WEAK = 0.6;

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
  /** What it cost the rating, over all rated calls. */
  readonly cost: number;
  readonly weight: number;
  /** What it looks for, as far as any of the calls shows it clearly. */
  readonly indicators: readonly string[];
  /** What was surely not there, and in how many calls; what cost most points first. */
  readonly missing: readonly Missing[];
}

export function summarizeCriteria(calls: readonly CallFacts[]): CriterionSummary[] {
  const rated = calls.filter(({ criteria }) => criteria.length > 0);
  const all = rated.flatMap(({ criteria }) => criteria);
  return [...Map.groupBy(all, ({ id }) => id).values()].map((ofCalls) => summary(ofCalls, rated.length));
}

function summary(ofCalls: readonly CriterionOfCall[], rated: number): CriterionSummary {
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
    cost: sum(({ weight, share }) => weight * (1 - share)) / rated,
    weight: sum(({ weight }) => weight) / ofCalls.length,
    indicators: [...new Set(ofCalls.flatMap(({ indicators }) => indicators))],
    // A later version of the rubric may say it in other words; the last ones count.
    missing: [...missed]
      .sort(([, a], [, b]) => lost(b) - lost(a))
      .map(([indicator, all]) => ({ indicator, phrase: all.at(-1)?.text ?? '', calls: all.length })),
  };
}

/** The criteria that cost most, the dearest first. */
export function gapsOf(criteria: readonly CriterionSummary[]): CriterionSummary[] {
  return criteria
    .filter(({ calls, share }) => calls >= LEAST_CALLS && share < WEAK)
    .sort((a, b) => b.cost - a.cost || a.id.localeCompare(b.id));
}

export function strengthsOf(criteria: readonly CriterionSummary[]): CriterionSummary[] {
  return criteria
    .filter(({ calls, share }) => calls >= LEAST_CALLS && share >= STRONG)
    .sort((a, b) => b.share * b.weight - a.share * a.weight || a.id.localeCompare(b.id));
}

/** What is worth work though no gap is known: points left in calls enough, or something that was surely not there. */
export function roomsOf(criteria: readonly CriterionSummary[]): CriterionSummary[] {
  return criteria
    .filter(({ calls, share, missing }) => share < 1 && (calls >= LEAST_CALLS || missing.length > 0))
    .sort((a, b) => b.cost - a.cost || a.id.localeCompare(b.id));
}

/** `Discovery: open questions`. */
export function nameOf({ title, missing }: Pick<CriterionSummary, 'title' | 'missing'>): string {
  return missing[0] === undefined ? title : `${title}: ${missing[0].phrase}`;
}
