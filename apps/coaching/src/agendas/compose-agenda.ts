import type { Cadence } from '@debrief/contracts/resources/access';
import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { type CallFacts, isHandling } from '../facts/call-facts.ts';
import { isReply, lineFor, lineForObjection, placeOfLine } from '../facts/lines-to-say.ts';
import type { Figures } from '../facts/list-calls.ts';
import {
  type CriterionSummary,
  isCourtesy,
  LEAST_CALLS,
  nameOf,
  STRONG,
  summarizeCriteria,
} from '../facts/summarize-criteria.ts';
import { advisedIndicator, isTelling, missedIn, occasionIn, type Told } from '../facts/telling-quotes.ts';
import {
  contactOf,
  counted,
  dayName,
  decimal,
  lengthName,
  percent,
  periodName,
  quoted,
  sentence,
} from '../facts/wording.ts';
import type { CalendarPeriod } from '../periods/calendar.ts';
import { agendaFocus, type Focus } from './agenda-focus.ts';
import { agendaQuestions, LEAST_QUESTIONS, momentOf } from './agenda-questions.ts';
import { agendaTitles } from './agenda-titles.ts';
import { agendaWins } from './agenda-wins.ts';
import { followUp, type LastAgenda } from './follow-up.ts';
import { objectionsImprovement } from './objections-improvement.ts';

export interface AgendaInput extends CalendarPeriod {
  readonly cadence: Cadence;
  /** The agent's calls of the period, and of the one before. */
  readonly calls: readonly CallFacts[];
  readonly callsBefore: readonly CallFacts[];
  /** Of four weeks or more before the end of the period. */
  readonly callsEarlier?: readonly CallFacts[];
  readonly now: Figures;
  readonly before: Figures;
  readonly last: LastAgenda | null;
}

/** Share of the points of a call to go back to. */
const LOW = 0.5;
/** By how many there are, where they are fewer than three. */
const WINS_SAID = [
  ['Nothing in these calls stood out clearly enough to be called a win.'],
  ['One win stood out clearly enough to be named, and no other.'],
  ['Two wins stood out clearly enough to be named, and no other.'],
];
const IMPROVEMENTS_SAID = [
  ['Too little was clear in these calls to name something to work on, so there is no drill.'],
  ['Too little was clear in these calls to name more than one thing to work on.'],
];

export interface ComposedAgenda {
  /** The first that no other agent has is its title. */
  readonly titles: readonly [string, ...string[]];
  readonly content: AgendaContent;
}

/**
 * What an agent and their manager talk about, from the agent's own calls alone: the same calls give the same words.
 * @returns null when the calls hold too little to ask about, as a few voicemails do.
 */
export function composeAgenda(input: AgendaInput): ComposedAgenda | null {
  const { calls, last } = input;
  const criteria = summarizeCriteria(calls);
  const focus = agendaFocus(input, criteria);
  const questions = agendaQuestions(calls);
  if (questions.length < LEAST_QUESTIONS) return null;
  const [first] = focus;
  const wins = agendaWins(
    input,
    criteria.filter(({ id }) => !focus.some(({ criterion }) => criterion.id === id)),
  );
  const content: AgendaContent = {
    overview: [overview(input), ...shortfall(wins.length, focus.length)].join(' '),
    wins,
    improvements: focus.map((one) =>
      one.passed === undefined ? improvement(one) : objectionsImprovement(one, one.passed),
    ),
    questions,
    drill: first === undefined ? null : drill(first),
    follow_up:
      last === null
        ? null
        : followUp(last, criteria, new Set(focus.map(({ criterion }) => criterion.id)), input),
  };
  return { titles: agendaTitles(first?.calls ?? calls, first?.criterion, first?.passed), content };
}

function overview({ cadence, start, now, before }: AgendaInput): string {
  const had = `You had ${counted(now.calls, 'analysed call')} in ${periodName(cadence, start)}`;
  if (now.average_rating === null || now.rated === 0) return `${had}.`;
  const which = now.rated === now.calls ? '' : `, ${now.rated} of them rated`;
  const average = `with an average rating of ${now.average_rating} of 5`;
  if (before.average_rating === null || before.rated < LEAST_CALLS || now.rated < LEAST_CALLS)
    return `${had}${which}, ${average}.`;
  return `${had}${which}, ${average}, after ${before.average_rating} in the ${lengthName[cadence]} before.`;
}

/** Says that there is less to talk about than usual, rather than padding it. */
function shortfall(wins: number, improvements: number): string[] {
  return [...(WINS_SAID[wins] ?? []), ...(IMPROVEMENTS_SAID[improvements] ?? [])];
}

function improvement({ criterion, calls, since }: Focus): AgendaContent['improvements'][number] {
  const { id, title, points, potential, share, missing } = criterion;
  const missed = missedIn(calls, criterion);
  // What the contact told is where listening and asking are worth most.
  const found =
    missed.length > 0 || !isReply(missing[0]?.indicator) ? undefined : occasionIn(calls, criterion);
  const isLow = found?.call.criteria.some((own) => own.id === id && own.share < LOW) === true;
  const occasion = isLow ? found : undefined;
  const well =
    since !== undefined
      ? `${since}, you`
      : share >= STRONG
        ? 'This went well, and there is a little left to gain: you'
        : 'You';
  const isCounted = criterion.calls >= LEAST_CALLS && share < 1;
  const got = isCounted
    ? [
        `${well} got ${percent(share)} of the points in the ${counted(criterion.calls, 'call')} that show it clearly.`,
      ]
    : [];
  const inCalls = (count: number) => `in ${isCounted ? `${count} of them` : counted(count, 'call')}`;
  // The title says what was missing first.
  const [first, second] = missing;
  const heard = [
    ...(first === undefined || (first.calls === 1 && !isCounted) ? [] : [`Missing ${inCalls(first.calls)}.`]),
    ...(second === undefined ? [] : [`Also missing: ${second.phrase} ${inCalls(second.calls)}.`]),
  ];
  const shown = missed.slice(0, 2);
  const { text, told, call } = example(calls, criterion, { missed: shown[0], occasion });
  const where = `the call with ${contactOf(call)} on ${dayName(call.occurred_at)}`;
  const named = missing.length === 0 ? `: ${where}` : ` (missing in ${where})`;
  return {
    ...{ criterion_id: id, criterion: title, title: `${nameOf(criterion)}${named}` },
    text: [...got, ...heard, text].join(' ').trim(),
    // Not rounded: what is compared later is a share of them.
    figures: { points, potential, calls: criterion.calls },
    moments: (shown.length > 0 ? shown : told).map(({ call, quote }) => momentOf(call, quote)),
  };
}

type Place = Pick<Told, 'call' | 'quote'>;

/** A call to go back to, which the title names, in its own words: no two agents are told the same. */
function example(
  calls: readonly CallFacts[],
  { id, missing }: CriterionSummary,
  { missed, occasion }: { missed: Told | undefined; occasion: Place | undefined },
): { text: string; told: Place[]; call: CallFacts } {
  const scored = calls.flatMap((call) => {
    const own = call.criteria.find((one) => one.id === id);
    return own === undefined ? [] : [{ call, own }];
  });
  if (missed !== undefined) {
    const { call, quote, claim } = missed;
    if (call.improvements.some(({ text }) => text === claim))
      return { text: sentence(claim), told: [missed], call };
    const own = scored.find((one) => one.call === call)?.own;
    const result =
      own === undefined
        ? ''
        : ` Your answers to objections in that call got ${decimal(own.score)} of ${decimal(own.potential)} points.`;
    return { text: `${sentence(`${contactOf(call)} said ${quoted(quote)}`)}${result}`, told: [missed], call };
  }
  const lacks = ({ own }: (typeof scored)[number]) =>
    own.missed.some(({ indicator }) => indicator === missing[0]?.indicator);
  const [worst] = scored.toSorted(
    (a, b) =>
      Number(b.call === occasion?.call) - Number(a.call === occasion?.call) ||
      Number(lacks(b)) - Number(lacks(a)) ||
      a.own.share - b.own.share ||
      b.call.occurred_at.localeCompare(a.call.occurred_at),
  );
  if (worst === undefined) throw new Error(`No call shows ${id}`);
  const { call, own } = worst;
  const got = `where you got ${decimal(own.score)} of ${decimal(own.potential)} points for ${own.title.toLowerCase()}`;
  if (own.share === 1) return { text: '', told: beginningOf(call), call };
  if (occasion !== undefined) {
    const said = `there ${contactOf(call)} said ${quoted(occasion.quote)}`;
    return { text: sentence(`Go back to that call, ${got}: ${said}`), told: [occasion], call };
  }
  const back = `Go back to the call with ${contactOf(call)}, ${got}.`;
  // What was heard of it stands beside what was missing; other words of the call would show neither.
  const shown = own.quotes.find(
    (quote) => quote.speaker === call.agent && isTelling(quote) && !isCourtesy(quote.indicator),
  );
  if (shown === undefined) return { text: back, told: beginningOf(call), call };
  const heard = shown.did === undefined ? 'you said' : `you ${shown.did}`;
  return {
    text: sentence(`${back} There ${heard}: ${quoted(shown)}`),
    told: [{ call, quote: shown }],
    call,
  };
}

/** The first words of the agent that are kept of a call: from there it is listened to. */
function beginningOf(call: CallFacts): Place[] {
  const { agent, topMoments, promises, improvements, criteria } = call;
  return [...criteria, ...topMoments, ...promises, ...improvements]
    .flatMap(({ quotes }) => quotes)
    .filter(({ speaker }) => speaker === agent)
    .toSorted((a, b) => a.segment_index - b.segment_index)
    .slice(0, 1)
    .map((quote) => ({ call, quote }));
}

function drill({ calls, criterion, passed }: Focus): NonNullable<AgendaContent['drill']> {
  const indicator = criterion.missing[0]?.indicator ?? advisedIndicator(calls, criterion);
  const [missed = isReply(indicator) ? occasionIn(calls, criterion) : undefined] =
    passed ?? missedIn(calls, criterion);
  if (missed === undefined)
    return { text: ALONE[placeOfLine(indicator)], say: lineFor(indicator), moment: null };
  const { call, quote } = missed;
  const objection = call.objections.find((one) => one.quote.segment_index === quote.segment_index);
  const isAnswer = indicator === undefined || isHandling(indicator);
  const say = isAnswer ? lineForObjection(objection?.kind, indicator) : lineFor(indicator);
  const name = contactOf(call);
  const text =
    quote.speaker === call.agent
      ? `To ${name} you said ${sentence(quoted(quote))} Say this line instead, aloud, five times, and then use it the next three times it comes to that.`
      : `Let a colleague read out what ${name} said: ${sentence(quoted(quote))} Answer with this line and then wait. Do it five times, and then the next three times somebody objects or worries.`;
  return { text, say, moment: momentOf(call, quote) };
}

const ALONE: Readonly<Record<ReturnType<typeof placeOfLine>, string>> = {
  beginning: 'Say this line aloud five times, and then use it the next three times you call unannounced.',
  end: 'Say this line aloud five times, and then use it the next three times you agree on something.',
  price:
    'Put in your own figures, say this line aloud five times, and use it when you are asked what it costs.',
  within: 'Say this line aloud five times, and then use it the next three times it fits.',
};
