import { type CoachedCall, type Share, sum } from './coached-call.ts';
import { scoreItems, scoreObjections, scoreQuotes } from './score-claims.ts';
import { type Confusion, scoreAppointments, scoreDispositions } from './score-outcomes.ts';

export interface Miss {
  call: string;
  what: string;
}

export interface Scores {
  calls: number;
  accuracy: Share;
  macroF1: number;
  committed: Share;
  rightWhereCommitted: Share;
  falseAppointments: Share;
  appointmentsFound: Share;
  timesRight: Share;
  timesToLookAt: number;
  objectionPrecision: Share;
  objectionRecall: Share;
  objectionKinds: Share;
  itemPrecision: Share;
  itemRecall: Share;
  goodAgainstAwful: number | null;
  mediocreAgainstAwful: number | null;
  unrated: number;
  verbatim: Share;
  confusion: Confusion;
  misses: Miss[];
}

/** Scores coached calls against their labels. */
export function score(calls: readonly CoachedCall[]): Scores {
  const misses: Miss[] = [];
  const miss = ({ call }: CoachedCall, what: string): void => void misses.push({ call: call.id, what });
  return {
    calls: calls.length,
    ...scoreDispositions(calls, miss),
    ...scoreAppointments(calls, miss),
    ...scoreObjections(calls, miss),
    ...scoreItems(calls, miss),
    ...scoreRatings(calls),
    verbatim: scoreQuotes(calls, miss),
    misses,
  };
}

function scoreRatings(calls: readonly CoachedCall[]) {
  const ratings = (quality: string): number[] =>
    calls.flatMap(({ call, analysis }) =>
      call.gold.agent_quality === quality && analysis.rating !== undefined ? [analysis.rating.outcome] : [],
    );
  const awful = ratings('awful');
  return {
    goodAgainstAwful: auc(ratings('good'), awful),
    mediocreAgainstAwful: auc(ratings('mediocre'), awful),
    unrated: calls.filter(({ analysis }) => analysis.rating === undefined).length,
  };
}

/** How often one of the first is above one of the second; null without both. */
export function auc(above: readonly number[], below: readonly number[]): number | null {
  if (above.length === 0 || below.length === 0) return null;
  const pairs = above.flatMap((one) => below.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return sum(pairs) / pairs.length;
}
