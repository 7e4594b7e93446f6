import type { Cadence } from '@debrief/contracts/resources/access';
import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CallFacts } from '../facts/call-facts.ts';
import { isReply, lineFor } from '../facts/lines-to-say.ts';
import type { Figures } from '../facts/list-calls.ts';
import {
  type CriterionSummary,
  focusOf,
  LEAST_CALLS,
  nameOf,
  STRONG,
  summarizeCriteria,
} from '../facts/summarize-criteria.ts';
import { missedIn, occasionIn, type Told } from '../facts/telling-quotes.ts';
import {
  contactOf,
  counted,
  dayName,
  decimal,
  lengthName,
  listed,
  percent,
  periodName,
  quoted,
  sentence,
} from '../facts/wording.ts';
import type { CalendarPeriod } from '../periods/calendar.ts';
import { agendaQuestions, LEAST_QUESTIONS, momentOf } from './agenda-questions.ts';
import { agendaWins } from './agenda-wins.ts';
import { followUp, type LastAgenda } from './follow-up.ts';

export interface AgendaInput extends CalendarPeriod {
  readonly cadence: Cadence;
  /** The agent's calls of the period. */
  readonly calls: readonly CallFacts[];
  readonly now: Figures;
  readonly before: Figures;
  readonly last: LastAgenda | null;
}

const IMPROVEMENTS = 2;
const PHRASES = 2;
/** Share of the points of a call to go back to. */
const LOW = 0.5;
/** By how many there are, where they are fewer than three. */
const WINS_SAID = [
  ['Nothing in these calls stood out clearly enough to be called a win.'],
  ['One win stood out clearly enough to be named, and no other.'],
  ['Two wins stood out clearly enough to be named, and no other.'],
];

/**
 * What an agent and their manager talk about, from the agent's own calls alone: the same calls give the same words.
 * @returns null when the calls hold too little to ask about, as a few voicemails do.
 */
export function composeAgenda(input: AgendaInput): { title: string; content: AgendaContent } | null {
  const { calls, last } = input;
  const criteria = summarizeCriteria(calls);
  const focus = focusOf(criteria).slice(0, IMPROVEMENTS);
  const questions = agendaQuestions(calls);
  const [first] = focus;
  if (first === undefined || questions.length < LEAST_QUESTIONS) return null;
  const wins = agendaWins(input, criteria);
  const content: AgendaContent = {
    overview: [overview(input), ...shortfall(wins.length, focus.length)].join(' '),
    wins,
    improvements: focus.map((criterion) => improvement(calls, criterion)),
    questions,
    drill: drill(calls, first),
    follow_up: last === null ? null : followUp(last, criteria),
  };
  return { title: nameOf(first), content };
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
  return [
    ...(WINS_SAID[wins] ?? []),
    ...(improvements < IMPROVEMENTS
      ? [
          `Of what applied to ${LEAST_CALLS} calls or more, only one thing left points to gain, so there is only one to work on.`,
        ]
      : []),
  ];
}

function improvement(
  calls: readonly CallFacts[],
  criterion: CriterionSummary,
): AgendaContent['improvements'][number] {
  const { id, title, points, potential, share, missing } = criterion;
  const missed = missedIn(calls, criterion);
  // What the contact told is where listening and asking are worth most.
  const found =
    missed.length > 0 || !isReply(missing[0]?.indicator) ? undefined : occasionIn(calls, criterion);
  const isLow = found?.call.criteria.some((own) => own.id === id && own.share < LOW) === true;
  const occasion = isLow ? found : undefined;
  const well = share >= STRONG ? 'This went well, and there is a little left to gain: you' : 'You';
  const got = `${well} got ${percent(share)} of the points in the ${counted(criterion.calls, 'call')} to which it applied.`;
  const phrases = missing
    .slice(0, PHRASES)
    .map(({ phrase, calls: count }) => `${phrase} in ${count} of them`);
  const heard = phrases.length === 0 ? '' : ` Not clearly heard: ${listed(phrases)}.`;
  return {
    ...{ criterion_id: id, criterion: title, title: nameOf(criterion) },
    text: `${got}${heard} ${example(calls, criterion, { missed: missed[0], occasion })}`.trimEnd(),
    figures: { points: round(points), potential: round(potential), calls: criterion.calls },
    moments: [...missed.slice(0, 2), ...(occasion === undefined ? [] : [occasion])].map(({ call, quote }) =>
      momentOf(call, quote),
    ),
  };
}

/** A call to go back to, in its own words where there are any: no two agents are told the same. */
function example(
  calls: readonly CallFacts[],
  { id }: CriterionSummary,
  { missed, occasion }: { missed: Told | undefined; occasion: Pick<Told, 'call' | 'quote'> | undefined },
): string {
  const scored = calls.flatMap((call) => {
    const own = call.criteria.find((one) => one.id === id);
    return own === undefined ? [] : [{ call, own }];
  });
  if (missed !== undefined) {
    const { call, quote, claim } = missed;
    const day = dayName(call.occurred_at);
    if (call.improvements.some(({ text }) => text === claim))
      return `An example is the call with ${contactOf(call)} on ${day}. ${sentence(claim)}`;
    const own = scored.find((one) => one.call === call)?.own;
    const result =
      own === undefined
        ? ''
        : ` Your answers to objections in that call got ${decimal(own.score)} of ${decimal(own.potential)} points.`;
    return `${sentence(`On ${day} ${contactOf(call)} said ${quoted(quote)}`)}${result}`;
  }
  const low = scored.toSorted((a, b) => a.own.share - b.own.share);
  const told = low.find(({ call }) => call === occasion?.call);
  const [worst, second] = low;
  // Where much was got in all alike, none of them stands out.
  if (worst === undefined || (worst.own.share >= LOW && worst.own.share === second?.own.share)) return '';
  const { call, own } = told ?? worst;
  const name = contactOf(call);
  const place = `Go back to the call with ${name} on ${dayName(call.occurred_at)}, where you got ${decimal(own.score)} of ${decimal(own.potential)} points`;
  if (told === undefined || occasion === undefined) return `${place}.`;
  return sentence(`${place}: there ${name} said ${quoted(occasion.quote)}`);
}

function drill(calls: readonly CallFacts[], criterion: CriterionSummary): AgendaContent['drill'] {
  const indicator = criterion.missing[0]?.indicator;
  const say = lineFor(indicator);
  const [missed = isReply(indicator) ? occasionIn(calls, criterion) : undefined] = missedIn(calls, criterion);
  if (missed === undefined)
    return {
      text: 'Say this line aloud five times, and then use it in your next three calls.',
      ...{ say, moment: null },
    };
  const { call, quote } = missed;
  const name = contactOf(call);
  const text =
    quote.speaker === call.agent
      ? `To ${name} you said ${sentence(quoted(quote))} Say this line instead, aloud, five times, and then use it in your next three calls.`
      : `Let a colleague read out what ${name} said: ${sentence(quoted(quote))} Answer with this line and then wait. Do it five times, and then use it in your next three calls.`;
  return { text, say, moment: momentOf(call, quote) };
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}
