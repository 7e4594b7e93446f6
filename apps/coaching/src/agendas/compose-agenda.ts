import type { Cadence } from '@debrief/contracts/resources/access';
import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CallFacts } from '../facts/call-facts.ts';
import { isWithoutDay, mayBeStrength } from '../facts/days-agreed.ts';
import type { Figures } from '../facts/list-calls.ts';
import { LEAST_CALLS, strengthsOf, summarizeCriteria } from '../facts/summarize-criteria.ts';
import { smallMiss } from '../facts/what-to-improve.ts';
import { counted, dayName, lengthName, percent, periodName } from '../facts/wording.ts';
import type { CalendarPeriod } from '../periods/calendar.ts';
import { agendaDrill } from './agenda-drill.ts';
import { agendaFocus } from './agenda-focus.ts';
import { agendaQuestions, LEAST_QUESTIONS } from './agenda-questions.ts';
import { agendaTitles } from './agenda-titles.ts';
import { agendaWins } from './agenda-wins.ts';
import { followUp, type LastAgenda } from './follow-up.ts';
import { momentImprovement } from './moment-improvement.ts';
import { objectionsImprovement } from './objections-improvement.ts';
import { type Improvement, pointsImprovement } from './points-improvement.ts';

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

/** By how many there are, where there are so few. */
const WINS_SAID = [['Nothing in these calls stood out clearly enough to be called a win.']];
const IMPROVEMENTS_SAID = [
  ['Nothing that was missed in these calls cost much, so there is no drill this time.'],
];

const NO_DAY =
  'In none of these calls was a day for the next step heard. Somebody who is interested and has no day waits, and forgets. You could say: “Shall we put a day on it, Tuesday or Thursday?”';

const BETWEEN_SENTENCES = /(?<=[.?!…]["”]?) (?=\p{Lu})/u;

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
  const [first] = focus;
  const improvements = focus.map(
    (one, index): Improvement =>
      one.passed !== undefined
        ? objectionsImprovement(one, one.passed)
        : one.line !== undefined && one.loss !== undefined
          ? momentImprovement(one.criterion, one.loss, one.line)
          : pointsImprovement(one, index > 0),
  );
  const blamed = improvements.flatMap(({ moments }) => moments);
  const miss = focus.length > 0 ? null : smallMiss(calls, criteria);
  // What is to be worked on, or was missing, is praised nowhere.
  const good = criteria.filter(
    (one) =>
      one.id !== miss?.id &&
      !focus.some(({ criterion }) => criterion.id === one.id) &&
      mayBeStrength(one, calls),
  );
  const wins = agendaWins(calls, good, blamed);
  const strengths = strengthsOf(good);
  // Of what is strong, what the agenda shows.
  const best =
    strengths.find(({ title }) => wins.some(({ text }) => text.startsWith(`${title}: `))) ?? strengths[0];
  const praised = wins.flatMap(({ moments }) => moments);
  const said = [...wins, ...improvements].map(({ text }) => text).join(' ');
  const drill = first === undefined ? null : agendaDrill(first, said);
  const told = `${said} ${drill?.text ?? ''}`;
  const questions = agendaQuestions(calls, input.end, { praised, told });
  if (questions.length < LEAST_QUESTIONS) return null;
  const isDayless = isWithoutDay(calls);
  const small =
    miss === null || isDayless ? [] : [`One small thing: ${miss.phrase} was missing on ${miss.days}.`];
  const content: AgendaContent = {
    overview: [
      overview(input),
      ...talking(input),
      // An agent who never sets a day has something to improve, whatever the points say.
      ...shortfall(wins.length, isDayless && focus.length === 0 ? null : focus.length),
      ...(isDayless ? [NO_DAY] : []),
      ...small,
    ].join(' '),
    wins,
    improvements: onceEach(improvements.map(withNamed)),
    questions,
    drill,
    follow_up:
      last === null
        ? null
        : followUp(last, criteria, new Set(focus.map(({ criterion }) => criterion.id)), input),
  };
  return {
    titles: agendaTitles(first?.calls ?? calls, first?.criterion, first?.passed, best),
    content,
  };
}

/** The words of every call that it names go with it when such a call is erased. */
function withNamed({ named = [], ...one }: Improvement): AgendaContent['improvements'][number] {
  const isTold = (call: string) => one.moments.some(({ recording_id }) => recording_id === call);
  return { ...one, moments: [...one.moments, ...named.filter(({ recording_id }) => !isTold(recording_id))] };
}

/** Advice that the first ends with is not told again at the end of the second. */
function onceEach([first, ...others]: AgendaContent['improvements']): AgendaContent['improvements'] {
  if (first === undefined) return [];
  const told = new Set(first.text.split(BETWEEN_SENTENCES));
  return [
    first,
    ...others.map((one) => {
      const sentences = one.text.split(BETWEEN_SENTENCES);
      const last = sentences.findLastIndex((text) => !told.has(text));
      return { ...one, text: sentences.slice(0, last + 1).join(' ') };
    }),
  ];
}

function overview({ cadence, start, now, before }: AgendaInput): string {
  const had = `You had ${counted(now.calls, 'analysed call')} in ${periodName(cadence, start)}`;
  if (now.average_rating === null || now.rated === 0) return `${had}.`;
  const which = now.rated === now.calls ? '' : `, ${now.rated} of them rated`;
  const average = `with an average rating of ${now.average_rating} of 5`;
  // The same again is no news.
  const isSame = before.average_rating === now.average_rating;
  if (before.average_rating === null || before.rated < LEAST_CALLS || now.rated < LEAST_CALLS || isSame)
    return `${had}${which}, ${average}.`;
  return `${had}${which}, ${average}, after ${before.average_rating} in the ${lengthName[cadence]} before.`;
}

/** Who spoke how much, where that is clearly another share than in the weeks before. */
function talking({ calls, callsBefore, callsEarlier = callsBefore }: AgendaInput): string[] {
  const earlier = inWhichBothSpeak(callsEarlier);
  const [now, before] = [shareOfWords(inWhichBothSpeak(calls)), shareOfWords(earlier)];
  if (now === null || before === null || Math.abs(now - before) < TOLD_FROM) return [];
  const days = earlier.map(({ occurred_at }) => occurred_at).toSorted();
  const [first, last] = [dayName(days[0] ?? ''), dayName(days.at(-1) ?? '')];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  return [
    `Of all words ${percent(now)} were yours, after ${percent(before)} in your ${counted(earlier.length, 'call')} ${when}.`,
  ];
}

function inWhichBothSpeak(calls: readonly CallFacts[]): CallFacts[] {
  return calls.filter(({ speech }) => speech?.dialogues !== undefined);
}

/** Null of fewer than three calls. */
function shareOfWords(calls: readonly CallFacts[]): number | null {
  if (calls.length < LEAST_CALLS) return null;
  const sum = (count: 'words' | 'all_words') =>
    calls.reduce((all, { speech }) => all + (speech?.[count] ?? 0), 0);
  return sum('all_words') === 0 ? null : sum('words') / sum('all_words');
}

/** A choice: a smaller difference is not told. */
const TOLD_FROM = 0.06;

/** Says that there is less to talk about than usual, rather than padding it. */
function shortfall(wins: number, improvements: number | null): string[] {
  return [
    ...(WINS_SAID[wins] ?? []),
    ...(improvements === null ? [] : (IMPROVEMENTS_SAID[improvements] ?? [])),
  ];
}
