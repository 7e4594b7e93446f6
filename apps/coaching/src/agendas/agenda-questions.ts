import type { AgendaContent, Moment } from '@debrief/contracts/resources/agenda-content';
import type { CallFacts } from '../facts/call-facts.ts';
import type { Quote } from '../facts/criterion-of-call.ts';
import { isCut, pointsElsewhere } from '../facts/readable-quotes.ts';
import { isUnexplained, placeOf } from '../facts/telling-quotes.ts';
import { contactOf, NAMELESS_CONTACT, quoted, variantOf } from '../facts/wording.ts';
import { candidatesOf } from './question-candidates.ts';
import { turnedFrames } from './question-frames.ts';
import type { Candidate, QuestionKind } from './question-moment.ts';

export const LEAST_QUESTIONS = 5;
const MOST_QUESTIONS = 6;

/** What is worth most to talk about comes first. */
const ORDER: Readonly<Record<QuestionKind, number>> = {
  advice: 0,
  objection: 1,
  success: 2,
  answer: 2.5,
  promise: 3,
  'next step': 4,
  exchange: 3.5,
  ending: 4.2,
  question: 4.5,
  figure: 4.7,
  words: 6.5,
  price: 7,
  listening: 7.5,
  opening: 9,
};
const SAME_KIND = 2;
const SAME_CALL = 1;
/** Of the same kind in the same call. */
const SAME_AGAIN = 3;
/** Hard to read alone. */
const CUT = 12;
/** Names somebody whom the agenda does not explain. */
const UNEXPLAINED = 5;
/** Asked about only where there are fewer than five others, as is what is cut. */
const FILLERS: ReadonlySet<QuestionKind> = new Set<QuestionKind>(['opening', 'words', 'price', 'listening']);

/**
 * Questions about an agent's own moments, of several kinds and calls, no two in the same frame. Fewer than five when there
 * are not as many.
 * @param until Last day of the period.
 * @param praised In the same agenda: asked about only where there are too few others.
 * @param told What else the agenda says: none of its words are quoted again while there is something else to ask about.
 */
export function agendaQuestions(
  calls: readonly CallFacts[],
  until: string,
  { praised = [], told = '' }: { praised?: readonly Moment[]; told?: string } = {},
): AgendaContent['questions'] {
  // The newest are remembered best.
  const candidates = calls
    .toReversed()
    .flatMap((call) => candidatesOf(call, until))
    .map((one) => ({ ...one, isTold: quotesAgain(one.leads, told) }));
  const isNew = ({ call, quote, beside }: Candidate) =>
    ![quote, ...beside].some(({ segment_index }) =>
      praised.some((one) => one.recording_id === call.recording_id && one.segment_index === segment_index),
    );
  const worth = candidates.filter((one) => !isFiller(one));
  const fresh = worth.filter((one) => !one.isTold || !quotesAgain(one.again, told));
  let chosen = choose(fresh.filter(isNew), [], overlap, MOST_QUESTIONS);
  if (chosen.length < LEAST_QUESTIONS) chosen = choose(fresh, chosen, overlap);
  if (chosen.length < LEAST_QUESTIONS) chosen = choose(worth, chosen, overlap);
  if (chosen.length < LEAST_QUESTIONS) chosen = choose(candidates, chosen, overlap);
  // Words that are told twice are better than no agenda.
  if (chosen.length < LEAST_QUESTIONS) chosen = choose(candidates, chosen, isSame);
  // So are two that ask alike.
  if (chosen.length < LEAST_QUESTIONS)
    chosen = choose(candidates, chosen, isSame, LEAST_QUESTIONS, inAnyFrame);
  return (inFrames(chosen) ?? inAnyFrame(chosen)).map(({ one: { call, quote }, text }, index) => ({
    ...{ id: `q${index + 1}`, text, moment: momentOf(call, quote) },
  }));
}

/**
 * @param isTold Whether the words of a candidate are told with another.
 * @param most Only what is told nowhere else is worth more than five.
 * @param asked The questions of those that are chosen; null where they cannot be asked together.
 */
function choose(
  candidates: readonly Candidate[],
  begun: readonly Candidate[],
  isTold: (one: Candidate, other: Candidate) => boolean,
  most = LEAST_QUESTIONS,
  asked: (chosen: readonly Candidate[]) => Asked[] | null = inFrames,
): Candidate[] {
  const chosen = [...begun];
  while (chosen.length < most) {
    const next = candidates
      .filter((one) => !chosen.some((other) => isTold(one, other)))
      .filter((one) => chosen.length < LEAST_QUESTIONS || !isFiller(one))
      .filter((one) => asked([...chosen, one]) !== null)
      .map((one) => ({ one, cost: costOf(one, chosen) }))
      .sort((a, b) => a.cost - b.cost)[0]?.one;
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}

export function momentOf({ recording_id }: CallFacts, quote: Quote): Moment {
  return { recording_id, ...placeOf(quote) };
}

const TURNED: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  ...(['promise', 'next step', 'question', 'ending', 'answer', 'success', 'figure'] as const),
]);

interface Asked {
  one: Candidate;
  text: string;
}

/** The questions in their order; null where one of them would be led up to, or ask, as another does. */
function inFrames(chosen: readonly Candidate[]): Asked[] | null {
  return framed(chosen, false);
}

function inAnyFrame(chosen: readonly Candidate[]): Asked[] {
  return framed(chosen, true) ?? [];
}

function framed(chosen: readonly Candidate[], mayRepeat: boolean): Asked[] | null {
  const asked = new Set<string>();
  const told = new Map<QuestionKind, number>();
  const questions: Asked[] = [];
  for (const one of chosen.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind])) {
    const count = told.get(one.kind) ?? 0;
    // The second agent of a team is led up to the same kind of moment in other words.
    const leads = one.isTold === true ? one.again : one.leads;
    const turned = variantOf(one.call.user_id, leads.length);
    const lead = !mayRepeat && count >= leads.length ? undefined : leads[(count + turned) % leads.length];
    const asks = TURNED.has(one.kind)
      ? turnedFrames(one.asks, variantOf(one.call.user_id, one.asks.length))
      : one.asks;
    const ask =
      asks.find(({ key }) => !asked.has(key)) ?? (mayRepeat ? one.asks[count % one.asks.length] : undefined);
    if (lead === undefined || ask === undefined) return null;
    told.set(one.kind, count + 1);
    asked.add(ask.key);
    questions.push({ one, text: `${lead} ${ask.text}` });
  }
  return questions;
}

/** A word or two come twice by chance. */
const LEAST_QUOTED = 3;

/** Whether a question that is led up to like that would have words that are quoted elsewhere, or part of such words. */
function quotesAgain([lead = '']: readonly string[], told: string): boolean {
  const elsewhere = quotesOf(told);
  return quotesOf(lead).some((own) => elsewhere.some((one) => one.includes(own) || own.includes(one)));
}

function quotesOf(text: string): string[] {
  return [...text.matchAll(/“(?:… )?([^”]*?)(?: …)?[.?!,]?”/g)]
    .map(([, words = '']) => words)
    .filter((words) => words.split(' ').length >= LEAST_QUOTED);
}

function isFiller({ kind, quote, call }: Candidate): boolean {
  return FILLERS.has(kind) || isCut(quote) || pointsElsewhere(quote) || contactOf(call) === NAMELESS_CONTACT;
}

function isSame(one: Candidate, other: Candidate): boolean {
  return one.call === other.call && one.quote.segment_index === other.quote.segment_index;
}

/** No words are told twice, and nothing that fills an agenda is of the words right before or after another's. */
function overlap(one: Candidate, other: Candidate): boolean {
  const places = ({ quote, beside }: Candidate) =>
    [quote, ...beside].map(({ segment_index }) => segment_index);
  const near = FILLERS.has(one.kind) || FILLERS.has(other.kind) ? 1 : 0;
  const isNear = places(one).some((place) => places(other).some((next) => Math.abs(next - place) <= near));
  return one.call === other.call && (isNear || tells(one, other) || tells(other, one));
}

/** What came back to one may be what the other is about. */
function tells({ leads }: Candidate, { quote }: Candidate): boolean {
  return leads[0]?.includes(quoted(quote).replaceAll(/^“(?:… )?|[.?!…]*”$/g, '')) === true;
}

function costOf({ kind, call, quote }: Candidate, chosen: readonly Candidate[]): number {
  const kinds = chosen.filter((one) => one.kind === kind).length;
  const ofCall = chosen.filter((one) => one.call === call).length;
  const isSecond = chosen.some((one) => one.kind === kind && one.call === call);
  return (
    ORDER[kind] +
    SAME_KIND * kinds +
    SAME_CALL * ofCall +
    (isSecond ? SAME_AGAIN : 0) +
    (isCut(quote) || pointsElsewhere(quote) ? CUT : 0) +
    (isUnexplained({ call, quote }) ? UNEXPLAINED : 0)
  );
}
