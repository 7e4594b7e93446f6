import type { Cadence } from '@debrief/contracts/resources/access';
import { type CallFacts, isHandling } from '../facts/call-facts.ts';
import { passedOver, seldomTakenUp } from '../facts/objections-met.ts';
import {
  type CriterionSummary,
  LEAST_CALLS,
  LEAST_COST,
  STRONG,
  summarizeCriteria,
} from '../facts/summarize-criteria.ts';
import type { Told } from '../facts/telling-quotes.ts';
import { whatToImprove } from '../facts/what-to-improve.ts';
import { lengthName } from '../facts/wording.ts';
import type { LastAgenda } from './follow-up.ts';

const IMPROVEMENTS = 2;

/** Something to improve. */
export interface Focus {
  readonly criterion: CriterionSummary;
  /** What it is summarized from. */
  readonly calls: readonly CallFacts[];
  /** Says so where these are not the calls of the period alone. */
  readonly since?: string;
  /** Objections that were not taken up, where it is about all of them and not about points. */
  readonly passed?: readonly Told[];
}

interface Input {
  readonly cadence: Cadence;
  readonly calls: readonly CallFacts[];
  readonly callsBefore: readonly CallFacts[];
  /** Of four weeks or more in all, for what a period shows too seldom; those of the period before by default. */
  readonly callsEarlier?: readonly CallFacts[];
  readonly last: LastAgenda | null;
}

/**
 * What costs an agent most in the calls of a period, objections counted over four weeks and more unless
 * the period shows them clearly. Where these show one such thing or none, what they show in calls too few is looked for in
 * both periods. What they show, fully met, is left out: it is better now. So is what the last agenda told: its follow-up
 * comes back to it. Nothing is told that the rating hardly shows.
 */
export function agendaFocus(
  { cadence, calls, callsBefore, callsEarlier = callsBefore, last }: Input,
  criteria: readonly CriterionSummary[],
): Focus[] {
  const both = [...callsBefore, ...calls];
  const since = callsBefore.length === 0 ? {} : { since: `Together with the ${lengthName[cadence]} before` };
  const isClear = criteria.some(
    ({ calls: count, indicators }) => count >= LEAST_CALLS && indicators.some(isHandling),
  );
  const longer = [...callsEarlier, ...calls];
  const seldom = isClear ? undefined : seldomTakenUp(longer);
  const objected: Focus[] =
    seldom === undefined ? [] : [{ criterion: seldom, calls: longer, passed: passedOver(longer) }];
  const own = whatToImprove(calls, criteria)
    .filter(({ id, cost }) => cost >= LEAST_COST && id !== seldom?.id)
    .map((criterion) => ({ criterion, calls }));
  const now = [...objected, ...own].sort((a, b) => b.criterion.cost - a.criterion.cost);
  if (now.length >= IMPROVEMENTS || callsBefore.length === 0) return now.slice(0, IMPROVEMENTS);
  const seen = (id: string) =>
    now.some(({ criterion }) => criterion.id === id) ||
    last?.content.improvements.some(({ criterion_id }) => criterion_id === id) === true ||
    criteria.some((one) => one.id === id && one.share === 1);
  const second = whatToImprove(both, summarizeCriteria(both))
    .filter(
      ({ id, calls: count, share, cost }) =>
        !seen(id) && count >= LEAST_CALLS && share < STRONG && cost >= LEAST_COST,
    )
    .map((criterion) => ({
      ...{ criterion, calls: both },
      ...since,
    }));
  return [...now, ...second].slice(0, IMPROVEMENTS);
}
