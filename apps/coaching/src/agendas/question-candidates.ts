import type { OutcomeCode } from '../engines/findings/findings.ts';
import { authorityKind, noTimeKind } from '../engines/findings/objections/objection-labels.ts';
import { thanksIn, welcomes } from '../engines/findings/welcomes.ts';
import type { CallFacts, Objection, Remark } from '../facts/call-facts.ts';
import type { Quote } from '../facts/criterion-of-call.ts';
import { exchangesOf, saidAfter } from '../facts/exchanges-of.ts';
import { asksForNoCalls } from '../facts/judged-fairly.ts';
import {
  isClosedQuestion,
  asks as isQuestion,
  isTelling,
  isWhole,
  objects,
  onlyConfirms,
} from '../facts/readable-quotes.ts';
import { fromItsFirstWord, saidNext, toItsEnd } from '../facts/said-next.ts';
import { replyIn } from '../facts/telling-quotes.ts';
import { quoted, quotedWithin, sentence } from '../facts/wording.ts';
import { figureOf, questionOf } from './asked-candidates.ts';
import { fillersOf } from './filler-candidates.ts';
import { promisesOf } from './promise-candidates.ts';
import { asksOfAdvice, asksOfObjection, frames } from './question-frames.ts';
import { type Candidate, type Moments, momentsOf, shown } from './question-moment.ts';
import { stepOf } from './step-candidates.ts';
import { pushesBack } from './what-it-cost.ts';

const MOVING_ON = ['proposed_next_step', 'agreed_next_step', 'fixed_time'];
const ASKING = ['asked_open_questions', 'followed_up'];
/** Outcomes after which the agent and the contact talk again. */
export const LEAVES_A_STEP = new Set(['appointment_set', 'next_step_agreed', 'callback_requested']);
/** @param until Last day of the period, after which the agenda is read. */
export function candidatesOf(call: CallFacts, until: string): Candidate[] {
  const of = momentsOf(call);
  return [
    ...call.improvements.flatMap(({ kind, quotes }) => adviceOn(of, kind, quotes)),
    ...call.objections.flatMap((objection) => objectionOf(of, objection)),
    ...call.topMoments.flatMap(({ quotes }) => successOf(of, quotes)),
    ...endingOf(of),
    ...promisesOf(of, until),
    ...shown(call, MOVING_ON).flatMap((quote) => stepOf(of, quote, until)),
    ...shown(call, ASKING)
      .filter((quote) => isQuestion(quote) && !onlyConfirms(quote) && !isClosedQuestion(quote))
      .flatMap((quote) => questionOf(of, quote)),
    ...exchangesOf(call, 'price').flatMap((one) => figureOf(of, one)),
    ...fillersOf(of),
  ];
}

/** The agent's words that the advice is about, and the contact's before them where it quotes both. */
function adviceOn({ ask, day, name, isAgent }: Moments, kind: string, quotes: Remark['quotes']): Candidate[] {
  const agent = quotes.find(isAgent);
  if (agent === undefined) return [];
  const contact = quotes.find((quote) => !isAgent(quote) && quote.segment_index < agent.segment_index);
  const own = sentence(quoted(agent));
  const leads =
    contact === undefined
      ? [`On ${day} you said to ${name}: ${own}`, `Your words to ${name} on ${day} were ${own}`]
      : [
          `On ${day} ${name} said ${quotedWithin(contact)}, and you went on with ${own}`,
          `When ${name} said ${quotedWithin(contact)} on ${day}, your answer was ${own}`,
        ];
  const again = [`Go back to your words to ${name} on ${day}.`];
  const beside = contact === undefined ? [] : [contact];
  return ask('advice', agent, leads, asksOfAdvice(kind, name), { again, beside });
}

function objectionOf({ ask, call, day, name }: Moments, objection: Objection): Candidate[] {
  const { kind, isSure, quote, answer } = objection;
  if (kind === noTimeKind) return [];
  const said = sentence(quoted(quote));
  if (answer !== null && isTelling(quote)) {
    const leads = [
      `On ${day} ${name} said ${quotedWithin(quote)}, and you answered ${sentence(quoted(answer))}`,
      `When you heard ${quotedWithin(quote)} from ${name} on ${day}, you found this answer: ${sentence(quoted(answer))}`,
    ];
    const asks = frames(
      'answer',
      'Why did it help, and when else could you answer like that?',
      'What in it helped, and in which other calls could you say it?',
    );
    const again = [`Go back to the answer that you gave ${name} on ${day}.`];
    return ask('answer', answer, leads, asks, { again, beside: [quote] });
  }
  const reply = replyIn(call, quote);
  const beside = reply === null ? [] : [reply];
  const next = reply === null ? '' : ` Your next words were ${sentence(quoted(reply))}`;
  const after = saidAfter(call, quote);
  const isHaggling =
    reply !== null && (SCHEDULES.test(reply.quote) || (!isSure && isAboutTimes(call, quote, reply)));
  if (reply !== null && after !== null && isWhole({ quote: after }) && !isHaggling)
    return answeredOf({ ask, call, day, name }, objection, { reply, after });
  if (isHaggling) return [];
  // It may as well be a fact that was told.
  if (!isSure) {
    const leads = [
      `On ${day} ${name} mentioned: ${said}${next}`,
      `Something that ${name} told you on ${day}: ${said}${next}`,
      `It also came up with ${name} on ${day}: ${said}${next}`,
    ];
    const asks = frames(
      'words',
      'What does that tell you, and what could you ask about it next time?',
      ...(isOver(call)
        ? []
        : [
            `How could you come back to it when you talk with ${name} again?`,
            `What else would you like to know from ${name} about that?`,
          ]),
    );
    return ask('words', quote, leads, asks, { beside });
  }
  if (kind !== authorityKind && !objects(quote)) return [];
  const leads = [
    `On ${day} ${name} said ${said}${next}`,
    reply === null
      ? `What you heard from ${name} on ${day}: ${said}`
      : `When ${name} said ${quotedWithin(quote)} on ${day}, you went on with ${sentence(quoted(reply))}`,
    reply === null
      ? `Go back to the minute on ${day} when ${name} said ${said}`
      : `Go back to ${day}: ${name} said ${quotedWithin(quote)}, and your reply was ${sentence(quoted(reply))}`,
  ];
  return ask('objection', quote, leads, asksOfObjection(kind, name, reply), {
    ...(reply === null ? {} : { again: againOf({ day, name }, reply) }),
    beside,
  });
}

/** Nobody is told to come back to who has said no for good. */
function isOver({ outcomes }: CallFacts): boolean {
  return outcomes.some((outcome) => ENDS.has(outcome));
}
const ENDS: ReadonlySet<string> = new Set([
  ...(['not_interested', 'not_qualified', 'do_not_contact', 'wrong_number'] as const),
] satisfies OutcomeCode[]);

/** Without the words: the agenda has them, and the question its place in the call. */
function againOf({ day, name }: Pick<Moments, 'day' | 'name'>, reply: Quote): string[] {
  const did = isQuestion(reply) ? 'asked' : 'answered';
  return [`Go back to what you ${did} ${name} on ${day}.`, `Think of what you ${did} ${name} on ${day}.`];
}

/** `Monday, okay. What time's good?` finds out nothing about what was said. */
const SCHEDULES =
  /\b(?:what time|which day|what day|when(?:['’]s| is| would| could| shall| can))\b[^.!]*\?$/i;

/** `Nine forty. Who gets up and thinks of nine forty?`, in answer to a time or before another. */
function isAboutTimes(call: CallFacts, quote: Quote, reply: Quote): boolean {
  return exchangesOf(call, 'proposal').some(
    ({ segment_index, after }) =>
      segment_index === reply.segment_index || after?.includes(quote.quote) === true,
  );
}

/** An objection, or words that may be one, with both turns that followed. */
function answeredOf(
  { ask, call, day, name }: Pick<Moments, 'ask' | 'call' | 'day' | 'name'>,
  { kind, isSure, quote }: Objection,
  { reply, after }: { reply: Quote; after: string },
): Candidate[] {
  if (isSure && kind !== authorityKind && !objects(quote)) return [];
  const came = quoted({ quote: welcomes(after) ? thanksIn(after) : after });
  const said = isQuestion(reply) ? 'asked' : 'answered';
  const own = toItsEnd(call, quote, reply);
  const leads = [
    sentence(
      `On ${day} ${name} said ${quotedWithin(quote)}, you ${said} ${quotedWithin(own)}, and ${name} said ${came}`,
    ),
    sentence(
      `When ${name} said ${quotedWithin(quote)} on ${day}, you ${said} ${sentence(quoted(own))} What came back was ${came}`,
    ),
    sentence(
      `Go back to ${day}: ${name} said ${quotedWithin(quote)}, you ${said} ${quotedWithin(own)}, and heard ${came}`,
    ),
  ];
  const asks = asksForNoCalls(quote.quote)
    ? frames('no calls', `What did ${name} want there, and how would you have ended the call?`)
    : welcomes(after)
      ? frames('welcomed', `What in it helped ${name}, and in which other calls would it help?`)
      : !isQuestion(reply) && pushesBack(after)
        ? frames(
            'pushed back',
            `What was still open for ${name}, and what would you ask there today?`,
            `What would ${name} have needed from you before that?`,
          )
        : isQuestion(reply)
          ? frames(
              'asked back',
              kind === authorityKind
                ? 'Who decides there, and what do they need from you to say yes?'
                : 'What did you learn from that, and what did you do with it?',
              ...(isOver(call) ? [] : [`What else would you like to know from ${name} about that?`]),
            )
          : frames(
              'went on',
              `What did that tell you about what matters to ${name}?`,
              ...(isOver(call) ? [] : [`How could you come back to it when you talk with ${name} again?`]),
            );
  const told = { again: againOf({ day, name }, reply), beside: [reply] };
  // Both kinds may come in one agenda.
  const [first = '', ...others] = leads;
  if (!isSure) return ask('exchange', quote, [...others, first], asks, told);
  const more = asksForNoCalls(quote.quote) ? [] : asksOfObjection(kind, name, reply);
  return ask('objection', quote, leads, [...asks, ...more], told);
}

/** The contact's words that a call ended with. */
function endingOf({ ask, call, day, name, isAgent }: Moments): Candidate[] {
  const last = call.outcomeQuotes.find((quote) => !isAgent(quote));
  // A time that stood is asked about with the step that led to it.
  if (last === undefined || call.agreed != null || call.doubted != null || shown(call, MOVING_ON).length > 0)
    return [];
  if (!call.outcomes.some((outcome) => LEAVES_A_STEP.has(outcome))) return [];
  const left = sentence(saidNext(call, last));
  const leads = [
    `In your call on ${day} ${name} said ${left}`,
    `What ${name} left you with on ${day} was ${left}`,
  ];
  const asks = frames(
    'ending',
    'What came of it, and what is your next move?',
    `What does ${name} need to hear from you now?`,
  );
  const again = [`Go back to how your call with ${name} on ${day} ended.`];
  return ask('ending', last, leads, asks, { again });
}

function successOf({ ask, call, day, name, isAgent }: Moments, quotes: Remark['quotes']): Candidate[] {
  const said = quotes.find(isAgent);
  if (said === undefined) return [];
  const agent = fromItsFirstWord(call, said);
  const verb = isQuestion(agent) ? 'asked' : 'said';
  const own = sentence(quoted(agent));
  const leads = [
    `A good moment of your call with ${name} on ${day} was when you ${verb} ${own}`,
    `Your call with ${name} on ${day} went well where you ${verb} ${own}`,
  ];
  const asks = frames(
    'success',
    `What made you ${verb === 'asked' ? 'ask' : 'say'} it, and in which of your next calls will it fit?`,
    'What would you do the same way in your next call, and what would you change?',
  );
  return ask('success', agent, leads, asks);
}
