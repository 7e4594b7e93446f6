import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CallFacts } from '../facts/call-facts.ts';
import type { Figures } from '../facts/list-calls.ts';
import { isTelling } from '../facts/readable-quotes.ts';
import { type CriterionSummary, isCourtesy, LEAST_CALLS, strengthsOf } from '../facts/summarize-criteria.ts';
import { isUnfair, shownIn } from '../facts/telling-quotes.ts';
import {
  contactOf,
  counted,
  dayName,
  NOT_IN_ONE_LINE,
  percent,
  quoted,
  quotedWithin,
  sentence,
} from '../facts/wording.ts';
import { momentOf } from './agenda-questions.ts';

type Win = AgendaContent['wins'][number];

const MOST = 3;
const RISE = 0.3;
const FULL = 0.95;
const LEAST_SUCCESSES = 2;
/** Outcomes that an agent works towards. */
const successes = new Set(['appointment_set', 'sale_made', 'next_step_agreed']);

interface Input {
  readonly calls: readonly CallFacts[];
  readonly now: Figures;
  readonly before: Figures;
}

/**
 * What went well, each with its words; at most one good moment of a call.
 * @param criteria Those that may be called a win: what is to be improved is not among them.
 */
export function agendaWins({ calls, now, before }: Input, criteria: readonly CriterionSummary[]): Win[] {
  const moments = calls.flatMap((call): Win[] => {
    const [best] = call.topMoments;
    if (best === undefined) return [];
    const text = `On ${dayName(call.occurred_at)}, in the call with ${contactOf(call)}: ${sentence(best.text.replace(/^At /, 'at '))}`;
    return [{ text, moments: best.quotes.map((quote) => momentOf(call, quote)) }];
  });
  const strongOnes = strengthsOf(criteria);
  const strengths = strongOnes.flatMap((criterion): Win[] => {
    const [shown] = shownIn(calls, criterion);
    const got = `${criterion.title}: you got ${percent(criterion.share)} of the points in ${counted(criterion.calls, 'call')}.`;
    if (shown === undefined) return [{ text: `${got} ${NOT_IN_ONE_LINE}`, moments: [] }];
    const { call, quote } = shown;
    const example = sentence(
      `For example, to ${contactOf(call)} on ${dayName(call.occurred_at)}: ${quoted(quote)}`,
    );
    return [{ text: `${got} ${example}`, moments: [momentOf(call, quote)] }];
  });
  const praised = new Set(strongOnes.map(({ id }) => id));
  const isShown = ({ moments: shown }: Win) => shown.length > 0;
  const withWords = strengths.filter(isShown);
  const wins = [
    ...moments.slice(-2),
    ...risen(now, before),
    ...answered(calls).slice(-1),
    ...withWords.slice(0, 2),
    ...succeeded(calls),
    ...withWords.slice(2),
    ...fullMarks(
      calls,
      criteria.filter(({ id }) => !praised.has(id)),
    ),
    ...strengths.filter((win) => !isShown(win)),
  ];
  return distinct(wins).slice(0, MOST);
}

function risen(now: Figures, before: Figures): Win[] {
  if (now.average_rating === null || before.average_rating === null) return [];
  if (now.rated < LEAST_CALLS || before.rated < LEAST_CALLS) return [];
  if (now.average_rating - before.average_rating < RISE) return [];
  const text = `Your average rating rose from ${before.average_rating} to ${now.average_rating}.`;
  return [{ text, moments: [] }];
}

/** Answers to objections that the contact took at once. */
function answered(calls: readonly CallFacts[]): Win[] {
  return calls.flatMap((call) =>
    call.objections.flatMap(({ quote, answer }): Win[] => {
      if (answer === null || !isTelling(answer) || !isTelling(quote)) return [];
      const name = contactOf(call);
      const text = `On ${dayName(call.occurred_at)} ${name} said ${quotedWithin(quote)}, you answered ${quotedWithin(answer)}, and ${name} took it well.`;
      return [{ text, moments: [momentOf(call, quote), momentOf(call, answer)] }];
    }),
  );
}

function succeeded(calls: readonly CallFacts[]): Win[] {
  const reached = calls.filter(({ outcomes }) => outcomes.some((outcome) => successes.has(outcome)));
  if (reached.length < LEAST_SUCCESSES || calls.length < LEAST_CALLS) return [];
  const moments = reached.flatMap((call) =>
    call.outcomeQuotes.slice(0, 1).map((quote) => momentOf(call, quote)),
  );
  // Of a call whose end is unclear nothing is known.
  const many =
    reached.length < calls.length
      ? `At least ${reached.length} of your ${calls.length} calls`
      : `All of your ${calls.length} calls`;
  const text = `${many} ended with an appointment, a sale or an agreed next step.`;
  return [{ text, moments: moments.slice(0, 2) }];
}

function fullMarks(calls: readonly CallFacts[], criteria: readonly CriterionSummary[]): Win[] {
  return calls
    .filter((call) => !isUnfair(call))
    .flatMap((call) =>
      call.criteria.flatMap(({ id, share, heard, quotes }): Win[] => {
        const quote = quotes.find(
          (one) => one.speaker === call.agent && isTelling(one) && !isCourtesy(one.indicator),
        );
        if (!criteria.some((one) => one.id === id)) return [];
        if (share < FULL || heard === null || quote === undefined) return [];
        const did = quote.did === undefined ? heard.replace(/^You /, 'you ') : `you ${quote.did}`;
        const text = sentence(
          `On ${dayName(call.occurred_at)}, in the call with ${contactOf(call)}, ${did}: ${quoted(quote)}`,
        );
        return [{ text, moments: [momentOf(call, quote)] }];
      }),
    );
}

/** Nobody is praised twice for the same words. */
function distinct(wins: readonly Win[]): Win[] {
  const seen = new Set<string>();
  return wins.filter(({ moments }) => {
    const places = moments.map(({ recording_id, segment_index }) => `${recording_id}:${segment_index}`);
    if (places.some((place) => seen.has(place))) return false;
    for (const place of places) seen.add(place);
    return true;
  });
}
