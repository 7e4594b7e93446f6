import type { Cadence } from '@debrief/contracts/resources/access';
import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { type CriterionSummary, LEAST_CALLS } from '../facts/summarize-criteria.ts';
import { capitalized, counted, percent, periodName, sentence } from '../facts/wording.ts';

export interface LastAgenda {
  readonly cadence: Cadence;
  readonly period_start: string;
  readonly title: string;
  readonly content: AgendaContent;
  /** Null unless the agent has submitted it. */
  readonly answers: AgendaAnswers | null;
}

/** A change of fewer points says nothing. */
const NOTEWORTHY = 0.1;

/**
 * What was promised in the last agenda, and whether the numbers of each of its improvements moved.
 * @param again Criteria that are to be improved again.
 */
export function followUp(
  last: LastAgenda,
  criteria: readonly CriterionSummary[],
  again: ReadonlySet<string> = new Set(),
): string {
  const when = periodName(last.cadence, last.period_start);
  const promise = last.answers?.commitment;
  const said =
    promise !== undefined
      ? sentence(`In the agenda for ${when} you promised: “${promise.replaceAll(/["“”]/g, "'")}”`)
      : last.answers !== null
        ? `In the agenda for ${when} you worked on “${last.title}”.`
        : `The agenda for ${when} was about “${last.title}”; it has not been submitted.`;
  return [said, ...last.content.improvements.map((one) => moved(one, criteria, again))].join(' ');
}

function moved(
  { criterion_id, criterion, figures }: AgendaContent['improvements'][number],
  criteria: readonly CriterionSummary[],
  again: ReadonlySet<string>,
): string {
  const name = capitalized(criterion);
  const before = figures.potential === 0 ? 0 : figures.points / figures.potential;
  const now = criteria.find(({ id }) => id === criterion_id);
  const back = again.has(criterion_id) ? ' It is among what to improve again.' : '';
  const then = `${percent(before)} of the points in ${counted(figures.calls, 'call')}`;
  if (figures.calls < LEAST_CALLS)
    return `${name} showed clearly in ${counted(figures.calls, 'call')} then, and it takes ${LEAST_CALLS} to compare.${back}`;
  if (now === undefined || now.calls < LEAST_CALLS)
    return `${name} got ${then} then; ${counted(now?.calls ?? 0, 'call')} since then ${now?.calls === 1 ? 'shows' : 'show'} it clearly, and it takes ${LEAST_CALLS} to compare.${back}`;
  const share = now.points / now.potential;
  const since = `${percent(share)} in ${counted(now.calls, 'call')}`;
  if (Math.abs(share - before) < NOTEWORTHY)
    return `${name} stayed where it was: ${then} then, ${since} now.${back}`;
  return `${name} went ${share > before ? 'up' : 'down'} from ${then} to ${since}.${back}`;
}
