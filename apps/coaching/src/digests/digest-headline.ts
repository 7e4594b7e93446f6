import type { Cadence } from '@debrief/contracts/resources/access';
import { doneIn } from '../agendas/done-in.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import type { Figures, PeriodFigures } from '../facts/list-calls.ts';
import {
  type CriterionSummary,
  isFairness,
  LEAST_CALLS,
  LEAST_COST,
  STRONG,
} from '../facts/summarize-criteria.ts';
import {
  callsNamed,
  capitalized,
  counted,
  daysNamed,
  lengthName,
  ofAgent,
  percent,
  periodName,
} from '../facts/wording.ts';
import { deltaOf } from './agent-lines.ts';

interface Input {
  readonly cadence: Cadence;
  readonly period_start: string;
  readonly calls: readonly CallFacts[];
  readonly now: PeriodFigures;
  readonly before: PeriodFigures;
}

/** The period in a sentence or two. */
export function headline(
  input: Input,
  isEnough: boolean,
  gap: CriterionSummary | undefined,
  criteria: readonly CriterionSummary[],
): string {
  const { cadence, period_start, now, before } = input;
  const when = periodName(cadence, period_start);
  const { calls, rated, average_rating } = now.team;
  if (calls === 0) return `There were no analysed calls in ${when}.`;
  if (!isEnough) {
    const heard = `There ${calls === 1 ? 'was' : 'were'} ${counted(calls, 'analysed call')} in ${when}`;
    const many =
      rated === calls
        ? ''
        : `, ${rated === 0 ? 'none' : `only ${rated}`} of them with a conversation that can be rated`;
    return `${heard}${many}. That is too little speech to say what the team does well or should work on.`;
  }
  const ofAll = rated < calls ? `${rated} of ${counted(calls, 'call')}` : counted(calls, 'call');
  const average = `${ofAll} in ${when} ${rated === 1 ? 'was' : 'were'} rated ${average_rating} of 5 on average`;
  const change = changeOf(now.team, before.team);
  const compared = change === null ? '' : `, ${change} in the ${lengthName[cadence]} before`;
  const most = ` ${gap === undefined ? withoutGap(criteria) : mostToGain(gap)}`;
  const none = criteria.some(({ calls: count, share }) => count >= LEAST_CALLS && share >= STRONG)
    ? ''
    : ` No criterion got ${percent(STRONG)} of its points in ${LEAST_CALLS} calls or more, so none is called a strength.`;
  const missed = gap === undefined ? leastMissed(input.calls, criteria) : null;
  const where = missed === null ? '' : ` ${missed.text}`;
  return `${average}${compared}.${soldIn(input.calls)}${most}${none}${where}`;
}

/** ` One call ended with a sale, on 10 November.` Without names: a headline stays when a call is erased. */
function soldIn(calls: readonly CallFacts[]): string {
  const sold = calls.filter(({ outcomes }) => outcomes.includes('sale_made'));
  if (sold.length === 0) return '';
  const many = sold.length === 1 ? 'One call' : `${sold.length} calls`;
  return ` ${many} ended with a sale, on ${daysNamed(sold.map(({ occurred_at }) => occurred_at))}.`;
}

/** What got least of its points, where no criterion is a gap. */
export function leastOf(criteria: readonly CriterionSummary[]): CriterionSummary | undefined {
  return criteria.filter(({ calls }) => calls >= LEAST_CALLS).toSorted((a, b) => a.share - b.share)[0];
}

function withoutGap(criteria: readonly CriterionSummary[]): string {
  const least = leastOf(criteria);
  if (least === undefined) return 'Too little was clear to name a gap.';
  const lost =
    least.share === 1
      ? ''
      : ` ${capitalized(least.title.toLowerCase())} comes out weakest, with ${percent(least.share)} of the points.`;
  return `There is no weakness that the whole team shares.${lost}`;
}

/** In which calls it was that the criterion with least of its points lost them: the last sentence of the headline. */
export function leastMissed(
  calls: readonly CallFacts[],
  criteria: readonly CriterionSummary[],
): { text: string; calls: readonly CallFacts[] } | null {
  const least = leastOf(criteria);
  const [most] = least?.missing ?? [];
  if (least === undefined || most === undefined || least.share === 1) return null;
  const { missed } = doneIn(calls, most.indicator, least.id);
  const what = isFairness(most.indicator)
    ? 'Somebody was pushed, frightened or belittled'
    : `${capitalized(ofAgent(most.phrase))} was missing`;
  return { text: `${what} in ${callsNamed(missed)}.`, calls: missed };
}

function mostToGain({ title, cost }: CriterionSummary): string {
  return cost < LEAST_COST
    ? `Little was missed, most of it in ${title.toLowerCase()}, which weighs little in the rating.`
    : `Most is to be gained in ${title.toLowerCase()}.`;
}

function changeOf(now: Figures, before: Figures): string | null {
  const change = deltaOf(now, before);
  if (change === null) return null;
  if (change === 0) return 'the same as';
  return `${Math.abs(change)} ${change > 0 ? 'more' : 'less'} than`;
}
