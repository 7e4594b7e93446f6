import type { Cadence } from '@debrief/contracts/resources/access';
import type { CallFacts } from '../facts/call-facts.ts';
import { isHandling } from '../facts/criterion-of-call.ts';
import { passedOver, seldomTakenUp } from '../facts/objections-met.ts';
import {
  type CriterionSummary,
  isFairness,
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
import { type Loss, leftOut, whatItCost } from './what-it-cost.ts';

const IMPROVEMENTS = 2;
const DECIDING = ['involved_decider', 'agreed_next_step', 'proposed_next_step'];

/** Something to improve. */
export interface Focus {
  readonly criterion: CriterionSummary;
  /** What it is summarized from. */
  readonly calls: readonly CallFacts[];
  /** Says so where these are not the calls of the period alone. */
  readonly since?: string;
  /** Objections that were not taken up, where it is about all of them and not about points. */
  readonly passed?: readonly Told[];
  /** What the contact's words show to have been lost by it. */
  readonly loss?: Loss;
  /** Where it is a single moment, whatever the points say: what could be said there. */
  readonly line?: string;
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
  // One call of weeks ago shows no habit.
  const isRepeated = ({ criterion: { missing } }: Focus) => (missing[0]?.calls ?? 0) > 1;
  const weeks = earlier.length === 0 ? [] : since(longer).filter(isMissed).filter(isRepeated).filter(isOpen);
  const told = (found: readonly Focus[]) => found.map((one) => withLoss(one, longer));
  const felt = (found: readonly Focus[]) => told(found).filter((one) => isFelt(one, longer));
  return first([
    told(byCost([...seldom, ...own.filter(isDear)])).filter((one) => !isStrong(one) || isFelt(one, longer)),
    told(byCost(before)),
    felt(own.filter(isMissed)),
    momentsToImprove(calls, criteria),
    felt(weeks.filter(isNew)),
    felt(weeks),
  ]);
}

function withLoss(focus: Focus, longer: readonly CallFacts[]): Focus {
  if (focus.passed !== undefined) return focus;
  const about = { id: focus.criterion.id, indicator: focus.criterion.missing[0]?.indicator };
  const isOfPeriod = about.indicator === 'asked_open_questions';
  const loss = whatItCost(focus.calls, about) ?? (isOfPeriod ? null : whatItCost(longer, about));
  return loss == null ? focus : { ...focus, loss };
}

/** What the rating hardly shows is worth work only where it cost something in a call, as far as that can be known. */
function isFelt({ criterion, calls, loss }: Focus, longer: readonly CallFacts[]): boolean {
  const indicator = criterion.missing[0]?.indicator;
  return (
    loss !== undefined ||
    advisedIn(calls, criterion).length > 0 ||
    whatItCost(longer, { id: criterion.id, indicator }) === null
  );
}

/** Single moments of the period that went wrong, of what was not met in full. */
function momentsToImprove(calls: readonly CallFacts[], criteria: readonly CriterionSummary[]): Focus[] {
  const criterion = criteria.find(({ indicators }) => indicators.some((one) => DECIDING.includes(one)));
  const [loss] = calls.toReversed().flatMap(leftOut);
  if (criterion === undefined || loss === undefined || criterion.share === 1) return [];
  const missing = [{ indicator: 'involved_decider', phrase: 'asking who else should be there', calls: 1 }];
  const line = 'Is there anybody you would like to have there as well?';
  return [{ criterion: { ...criterion, missing }, calls: [loss.call], loss, line }];
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

/** As many as an agenda tells, each criterion once. */
function first(found: readonly (readonly Focus[])[]): Focus[] {
  const chosen: Focus[] = [];
  for (const focus of found.flat())
    if (
      chosen.length < IMPROVEMENTS &&
      !(chosen.length > 0 && focus.loss === undefined && isStrong(focus)) &&
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
