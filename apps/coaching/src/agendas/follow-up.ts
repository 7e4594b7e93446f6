import type { Cadence } from '@debrief/contracts/resources/access';
import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CallFacts } from '../facts/call-facts.ts';
import { objectionsMet, TAKING_UP } from '../facts/objections-met.ts';
import { type CriterionSummary, LEAST_CALLS, summarizeCriteria } from '../facts/summarize-criteria.ts';
import { whatToImprove } from '../facts/what-to-improve.ts';
import { capitalized, counted, lengthName, percent, periodName, sentence } from '../facts/wording.ts';
import { doneIn, toldDone } from './done-in.ts';
import { countedSentence, followPromise, thingOf } from './follow-promise.ts';

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
const LEAST_PASSED = 2;

export interface ComparedCalls {
  readonly calls: readonly CallFacts[];
  /** Of the period of the last agenda; none where that is longer ago. */
  readonly callsBefore: readonly CallFacts[];
}

/**
 * What was promised in the last agenda and what the numbers say of it, and whether those of each of its improvements moved.
 * @param again Criteria that are to be improved again.
 */
export function followUp(
  last: LastAgenda,
  criteria: readonly CriterionSummary[],
  again: ReadonlySet<string> = new Set(),
  compared: ComparedCalls = { calls: [], callsBefore: [] },
): string {
  const when = periodName(last.cadence, last.period_start);
  const promise = last.answers?.commitment;
  // The days that it was missing on were told then.
  const title = last.title.replace(/ \(missing\b[^()]*\)$/, '');
  const said =
    promise !== undefined
      ? sentence(`In the agenda for ${when} you promised: “${promise.replaceAll(/["“”]/g, "'")}”`)
      : last.answers !== null
        ? `In the agenda for ${when} you worked on “${title}”.`
        : `The agenda for ${when} was about “${title}”; you have not sent in your answers.`;
  const before = lengthName[last.cadence];
  const numbers = last.content.improvements.map((one) => moved(one, criteria, again, compared, before));
  const [first, ...others] = numbers;
  // What the agenda was about comes first, also where nothing is known of it.
  const told =
    first === '' && others.some((one) => one !== '')
      ? [
          'The calls of this period do not show clearly whether that was done.',
          ...others
            .filter((one) => one !== '')
            .map((one) => `On the second point, ${one.charAt(0).toLowerCase()}${one.slice(1)}`),
        ]
      : numbers.filter((one) => one !== '');
  const kept = promise === undefined ? [] : [followPromise(promise, compared, told.join(' '), before)];
  const open =
    last.content.improvements.length > 0 && kept.length + told.length === 0
      ? ['The calls of this period do not show clearly whether it was done.']
      : [];
  return [said, ...kept, ...told, ...open].filter((one) => one !== '').join(' ');
}

function moved(
  { criterion_id, criterion, title, figures }: AgendaContent['improvements'][number],
  criteria: readonly CriterionSummary[],
  again: ReadonlySet<string>,
  compared: ComparedCalls,
  when: string,
): string {
  const name = capitalized(criterion);
  const before = figures.potential === 0 ? 0 : figures.points / figures.potential;
  const now = criteria.find(({ id }) => id === criterion_id);
  const back = again.has(criterion_id) ? ' It is on the list again.' : '';
  const then = `${percent(before)} of the points in ${counted(figures.calls, 'call')}`;
  if (title.startsWith(`${criterion}: ${TAKING_UP}`)) return `${takenUp(compared.calls)}${back}`.trim();
  if (figures.calls < LEAST_CALLS || now === undefined || now.calls < LEAST_CALLS) {
    const thing = thingDone(criterion_id, title, compared, when, again.has(criterion_id));
    return thing === '' || thing.endsWith('see below.') ? thing : `${thing}${back}`;
  }
  const share = now.points / now.potential;
  const since = `${percent(share)} in ${counted(now.calls, 'call')}`;
  if (Math.abs(share - before) < NOTEWORTHY)
    return `${name} ${percent(share) === percent(before) ? 'stayed where it was' : 'hardly changed'}: ${then} then, ${since} now.${back}`;
  return `${name} went ${share > before ? 'up' : 'down'} from ${then} to ${since}.${back}`;
}

/** Not all objections of a call are heard: only those that were are spoken of. */
function takenUp(calls: readonly CallFacts[]): string {
  const { takenUp: taken, passedOver } = objectionsMet(calls);
  const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
  // One that was passed over, and none that was surely taken up, says nothing of the others.
  if (taken === 0 && passedOver < LEAST_PASSED) return '';
  const well = taken === 0 ? '' : `an objection was taken up at least ${times(taken)}`;
  const badly = passedOver === 0 ? '' : `an objection was passed over at least ${times(passedOver)}`;
  return `In this period ${[well, badly].filter((one) => one !== '').join(', and ')}.`;
}

/** In which calls the very thing was done that the last agenda told to be missing: too few for a share say that much. */
function thingDone(
  id: string,
  title: string,
  { calls, callsBefore }: ComparedCalls,
  when: string,
  isAgain: boolean,
): string {
  const own = [...callsBefore, ...calls].flatMap(({ criteria }) => criteria.filter((one) => one.id === id));
  const known = own.flatMap(({ missed }) =>
    missed.map(({ indicator, text: phrase }) => ({ indicator, phrase })),
  );
  const advised = whatToImprove(callsBefore, summarizeCriteria(callsBefore)).flatMap(
    ({ missing }) => missing,
  );
  const thing = [...known, ...advised].find(({ phrase }) => title.includes(`: ${phrase}`));
  if (thing === undefined) return '';
  const { indicator, phrase } = thing;
  const [now, then] = [doneIn(calls, indicator, id), doneIn(callsBefore, indicator, id)];
  const did = thingOf(indicator, [...callsBefore, ...calls])?.did;
  const told = toldDone({ phrase, did }, now, then, when, isAgain);
  // More is more than before.
  const sums =
    told !== '' && /^more\b/.test(phrase) ? countedSentence(indicator, calls, callsBefore, when) : [];
  return [told, ...sums].filter((one) => one !== '').join(' ');
}
