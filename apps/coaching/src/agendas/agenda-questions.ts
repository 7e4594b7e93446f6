import type { AgendaContent, Moment } from '@debrief/contracts/resources/agenda-content';
import { authorityKind, noTimeKind } from '../engines/findings/objections/objection-labels.ts';
import { type CallFacts, criterionFor, type Quote, type Remark } from '../facts/call-facts.ts';
import { objects } from '../facts/objections-met.ts';
import {
  isCut,
  asks as isQuestion,
  isTelling,
  onlyConfirms,
  placeOf,
  pointsElsewhere,
} from '../facts/telling-quotes.ts';
import { contactOf, dayName, quoted, quotedWithin, sentence } from '../facts/wording.ts';
import { askedOfStep } from './asked-of-step.ts';

export const LEAST_QUESTIONS = 5;
const MOST_QUESTIONS = 6;

type Kind =
  | 'advice'
  | 'objection'
  | 'answer'
  | 'promise'
  | 'success'
  | 'question'
  | 'next step'
  | 'opening'
  | 'words';

interface Candidate {
  readonly kind: Kind;
  /** What was said, and what is asked about it: in other words the second and the third time. */
  readonly said: string;
  readonly asks: readonly [string, ...string[]];
  readonly call: CallFacts;
  readonly quote: Quote;
}

/** What is worth most to talk about comes first. */
const ORDER: Readonly<Record<Kind, number>> = {
  advice: 0,
  objection: 1,
  success: 2,
  answer: 2.5,
  promise: 3,
  'next step': 4,
  question: 4.5,
  words: 6.5,
  opening: 9,
};
const SAME_KIND = 2;
const SAME_CALL = 1;
/** Of the same kind in the same call. */
const SAME_AGAIN = 3;
/** Hard to read alone. */
const CUT = 12;
/** Asked about only where there are fewer than five others, as is what is cut. */
const FILLERS: ReadonlySet<Kind> = new Set<Kind>(['opening', 'words']);

const MOVING_ON = ['proposed_next_step', 'agreed_next_step', 'fixed_time'];
const ASKING = ['asked_open_questions', 'followed_up'];
const BEGINNING = ['introduced_self', 'introduced_company', 'stated_purpose'];

/** Questions about an agent's own moments, of several kinds and calls. Fewer than five when there are not as many. */
export function agendaQuestions(calls: readonly CallFacts[]): AgendaContent['questions'] {
  // The newest are remembered best.
  const candidates = calls.toReversed().flatMap(candidatesOf);
  const chosen: Candidate[] = [];
  while (chosen.length < MOST_QUESTIONS) {
    const next = candidates
      .filter(({ call, quote }) => !chosen.some((one) => isSame(one, call, quote)))
      .filter((one) => chosen.length < LEAST_QUESTIONS || !isFiller(one))
      .map((one) => ({ one, cost: costOf(one, chosen) }))
      .sort((a, b) => a.cost - b.cost)[0]?.one;
    if (next === undefined) break;
    chosen.push(next);
  }
  const sorted = chosen.sort((a, b) => ORDER[a.kind] - ORDER[b.kind]);
  return sorted.map(({ kind, said, asks, call, quote }, index) => {
    const before = sorted.slice(0, index).filter((one) => one.kind === kind).length;
    const text = `${said} ${asks[before % asks.length]}`;
    return { id: `q${index + 1}`, text, moment: momentOf(call, quote) };
  });
}

export function momentOf({ recording_id }: CallFacts, quote: Quote): Moment {
  return { recording_id, ...placeOf(quote) };
}

function isFiller({ kind, quote }: Candidate): boolean {
  return FILLERS.has(kind) || isCut(quote) || pointsElsewhere(quote);
}

function isSame(one: Candidate, call: CallFacts, { segment_index }: Quote): boolean {
  return one.call === call && one.quote.segment_index === segment_index;
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
    (isCut(quote) || pointsElsewhere(quote) ? CUT : 0)
  );
}

function candidatesOf(call: CallFacts): Candidate[] {
  const name = contactOf(call);
  const day = dayName(call.occurred_at);
  const isAgent = ({ speaker }: Quote) => speaker === call.agent;
  const ask: Ask = (kind, quote, said, ...asks) =>
    isTelling(quote) ? [{ kind, said, asks, call, quote }] : [];
  const shown = (indicators: readonly string[]) =>
    (criterionFor(call, indicators)?.quotes ?? [])
      .filter(
        (quote) => isAgent(quote) && (quote.indicator === undefined || indicators.includes(quote.indicator)),
      )
      .slice(0, 1);
  return [
    ...call.improvements.flatMap(({ quotes }) => adviceOn(quotes, call, ask)),
    ...call.objections.flatMap(({ kind, isSure, quote, answer }) => {
      if (kind === noTimeKind) return [];
      if (answer !== null && isTelling(quote))
        return ask(
          'answer',
          answer,
          `On ${day} ${name} said ${quotedWithin(quote)}, and you answered ${sentence(quoted(answer))}`,
          'Why did it help, and when else could you answer like that?',
        );
      // It may as well be a fact that was told.
      if (!isSure)
        return ask(
          'words',
          quote,
          `On ${day} ${name} said ${sentence(quoted(quote))}`,
          'What does that tell you, and what could you ask about it next time?',
        );
      if (kind === authorityKind)
        return ask(
          'objection',
          quote,
          `On ${day} ${name} said ${sentence(quoted(quote))}`,
          `What will ${name} need from you for that talk?`,
          'What will the other person ask first, and what will you say?',
        );
      if (!objects(quote)) return [];
      return ask(
        'objection',
        quote,
        `On ${day} ${name} said ${sentence(quoted(quote))}`,
        'What do you think was behind it, and what could you ask to find out?',
        `What would ${name} have liked to hear from you there?`,
        'If you had that minute again, what would you say first?',
      );
    }),
    ...call.topMoments.flatMap(({ quotes }) => successOf(quotes, call, ask)),
    ...call.promises.flatMap(({ quotes }) =>
      quotes
        .filter((quote) => isAgent(quote) && !isQuestion(quote))
        .slice(0, 1)
        .flatMap((quote) =>
          ask(
            'promise',
            quote,
            `On ${day} you told ${name}: ${sentence(quoted(quote))}`,
            'Is it done, and what came of it?',
            `Have you done it, and what does ${name} expect next?`,
            'By when will it be done, and what could come between?',
          ),
        ),
    ),
    ...shown(MOVING_ON).flatMap((quote) =>
      ask(
        'next step',
        quote,
        `To move on with ${name} on ${day} you ${isQuestion(quote) ? 'asked' : 'said'} ${sentence(quoted(quote))}`,
        ...askedOfStep(call.agreed ?? null, name),
      ),
    ),
    ...shown(ASKING)
      .filter((quote) => isQuestion(quote) && !onlyConfirms(quote))
      .flatMap((quote) =>
        ask(
          'question',
          quote,
          `On ${day} you asked ${name}: ${quoted(quote)}`,
          'What did you learn from the answer, and what did you do with it?',
          `Why did you ask it then, and what did ${name}'s answer change for you?`,
        ),
      ),
    ...shown(BEGINNING).flatMap((quote) =>
      ask(
        'opening',
        quote,
        `You opened the call with ${name} on ${day} with ${sentence(quoted(quote))}`,
        `What would make ${name} want to hear more after that?`,
      ),
    ),
  ];
}

type Ask = (kind: Kind, quote: Quote, said: string, ...asks: Candidate['asks']) => Candidate[];

/** The agent's words that the advice is about, and the contact's before them where it quotes both. */
function adviceOn(quotes: Remark['quotes'], call: CallFacts, ask: Ask): Candidate[] {
  const day = dayName(call.occurred_at);
  const name = contactOf(call);
  const agent = quotes.find(({ speaker }) => speaker === call.agent);
  if (agent === undefined) return [];
  const contact = quotes.find(
    ({ speaker, segment_index }) => speaker !== call.agent && segment_index < agent.segment_index,
  );
  if (contact !== undefined)
    return ask(
      'advice',
      agent,
      `On ${day} ${name} said ${quotedWithin(contact)}, and you went on with ${sentence(quoted(agent))}`,
      `What mattered to ${name} there, and what would you say today?`,
      `What did ${name} hear in that, and what would have helped more?`,
    );
  return ask(
    'advice',
    agent,
    `On ${day} you said to ${name}: ${sentence(quoted(agent))}`,
    'What did you want to reach with it, and what would you say there today?',
  );
}

function successOf(quotes: Remark['quotes'], call: CallFacts, ask: Ask): Candidate[] {
  const day = dayName(call.occurred_at);
  const name = contactOf(call);
  const [agent] = quotes.filter(({ speaker }) => speaker === call.agent);
  if (agent === undefined) return [];
  const verb = isQuestion(agent) ? 'asked' : 'said';
  return ask(
    'success',
    agent,
    `A good moment of your call with ${name} on ${day} was when you ${verb} ${sentence(quoted(agent))}`,
    `What made you ${verb === 'asked' ? 'ask' : 'say'} it, and in which of your next calls will it fit?`,
    'What would you do the same way in your next call, and what would you change?',
  );
}
