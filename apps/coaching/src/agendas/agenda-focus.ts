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
import { advisedIn, type Told } from '../facts/telling-quotes.ts';
import { whatToImprove } from '../facts/what-to-improve.ts';
import { dayName, lengthName } from '../facts/wording.ts';
import { doneIn } from './done-in.ts';
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
 * What costs an agent most in the calls of a period, objections counted over four weeks and more unless the period shows
 * them clearly. Where these show one such thing or none, what costs as much in both periods, then whatever was surely
 * missed at all, of this period before that of the weeks before. What the period shows fully met is left out: it is better
 * now. What the last agenda told comes back last: its follow-up tells how it went.
 */
export function agendaFocus(input: Input, criteria: readonly CriterionSummary[]): Focus[] {
  const { calls, last } = input;
  const earlier = input.callsEarlier ?? input.callsBefore;
  const longer = [...earlier, ...calls];
  const isClear = criteria.some(
    ({ calls: count, indicators }) => count >= LEAST_CALLS && indicators.some(isHandling),
  );
  const seldom = isClear ? [] : objectionsFocus(longer, calls);
  const own = whatToImprove(calls, criteria).map((criterion) => ({ criterion, calls }));
  const isDear = ({ criterion: { id, cost } }: Focus) =>
    cost >= LEAST_COST && !seldom.some(({ criterion }) => criterion.id === id);
  const isNew = ({ criterion }: Focus) =>
    last?.content.improvements.some(({ criterion_id }) => criterion_id === criterion.id) !== true;
  const isOpen = ({ criterion: { id, missing } }: Focus) =>
    !criteria.some((one) => one.id === id && one.share === 1) && !isDone(calls, missing[0]?.indicator, id);
  // Nobody is told to have been unfair without the words.
  const isMissed = ({ criterion, calls }: Focus) =>
    criterion.missing.length > 0 &&
    (!isFairness(criterion.missing[0]?.indicator) || advisedIn(calls, criterion).length > 0);
  const before = input.callsBefore.length === 0 ? [] : bothPeriods(input).filter(isNew).filter(isOpen);
  const weeks = earlier.length === 0 ? [] : since(longer).filter(isMissed).filter(isOpen);
  return first([
    byCost([...seldom, ...own.filter(isDear)]),
    byCost(before),
    own.filter(isMissed),
    weeks.filter(isNew),
    weeks,
  ]);
}

/** In the calls of the period: open questions are counted, too, where no call shows clearly that there were enough. */
function isDone(calls: readonly CallFacts[], indicator: string | undefined, id: string): boolean {
  if (indicator === undefined) return false;
  const asked = calls.reduce((sum, { speech }) => sum + (speech?.open_questions ?? 0), 0);
  const { done, missed } = doneIn(calls, indicator, id);
  return (
    (indicator === 'asked_open_questions' && asked >= 1 && missed.length === 0) || done.length > missed.length
  );
}

function isFairness(indicator: string | undefined): boolean {
  return indicator === 'stayed_fair' || indicator === 'respected_no';
}

/** As many as an agenda tells, each criterion once. */
function first(found: readonly (readonly Focus[])[]): Focus[] {
  const chosen: Focus[] = [];
  for (const focus of found.flat())
    if (
      chosen.length < IMPROVEMENTS &&
      !(chosen.length > 0 && isStrong(focus)) &&
      !chosen.some(({ criterion }) => criterion.id === focus.criterion.id)
    )
      chosen.push(focus);
  return chosen;
}

/** One call of three that went well is no second thing to improve. */
function isStrong({ criterion: { calls, share } }: Focus): boolean {
  return calls >= LEAST_CALLS && share >= STRONG;
}

function byCost(found: readonly Focus[]): Focus[] {
  return found.toSorted((a, b) => b.criterion.cost - a.criterion.cost);
}

function objectionsFocus(calls: readonly CallFacts[], ofPeriod: readonly CallFacts[]): Focus[] {
  const criterion = seldomTakenUp(calls, ofPeriod);
  const passed = passedOver(calls, ofPeriod);
  const [first] = passed;
  if (criterion === undefined || first === undefined || !ofPeriod.includes(first.call)) return [];
  return [{ criterion, calls, passed }];
}

/** What two periods show clearly, and as dear as what one shows. */
function bothPeriods({ cadence, calls: now, callsBefore }: Input): Focus[] {
  const calls = [...callsBefore, ...now];
  return whatToImprove(calls, summarizeCriteria(calls))
    .filter(({ calls: count, share, cost }) => count >= LEAST_CALLS && share < STRONG && cost >= LEAST_COST)
    .map((criterion) => ({ criterion, calls, since: `Together with the ${lengthName[cadence]} before` }));
}

function since(calls: readonly CallFacts[]): Focus[] {
  const [oldest = ''] = calls.map(({ occurred_at }) => occurred_at).toSorted();
  return whatToImprove(calls, summarizeCriteria(calls)).map((criterion) => ({
    ...{ criterion, calls },
    since: `Since ${dayName(oldest)}`,
  }));
}
