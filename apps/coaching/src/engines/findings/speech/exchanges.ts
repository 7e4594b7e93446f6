import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Findings } from '../findings.ts';
import { replyTo, wordsBefore } from '../reply-to.ts';
import { arrangementOf } from './arrangement.ts';
import type { Exchange } from './speech.ts';
import { around, turnOf, verbatim } from './turn-words.ts';
import { askedFirst, wonOver } from './won-over.ts';

const LIKELY = 0.5;
const UNLIKELY = 0.3;
const BEGINNING_TURNS = 4;
const LEAST_WORDS = 4;
const FEW_WORDS = 3;
const IS_OPEN = /\b(?:what|why|which)\b|\bhow (?!many|much|old|long|often|big|far)/i;
/** What is asked to write something down has no better form. */
const IS_CLERICAL =
  /\b(?:name|number|card|code|address|account|e-?mail|hello|spell|zip|post ?code|date of birth)\b|\.\.\.|…|\bis (?:that|it) (?:right|correct|okay)\b/i;
const beginnings = ['identify_self', 'identify_company', 'state_purpose'] as const;
const proposals = ['propose_time', 'propose_step', 'counter_time'] as const;
/** `I've no idea. How would I know?`, and nothing else: `I don't know, a hundred?` answers. */
const KNOWS_NOT =
  /^(?:(?:well|um|uh|oh|hm),? )*(?:(?:i['’]ve|i have) )?(?:no idea|i (?:don['’]t|wouldn['’]t) (?:really )?know|how would i know|hard to say)[.,!]?(?: (?:how (?:would|should) i know|i don['’]t know|no idea)[?.!]*)?$/i;
/** `That's what my son says.` */
const HAS_A_SAY =
  /\b(?:my|our) (husband|wife|son|daughter|brother|sister|mother|mom|mum|father|dad|partner|boss|board)\b(?:(?! (?:and|or) i\b)[^.?!]){0,20}\b(?:says?|said|thinks?|wants?|decides?|handles?|(?:doesn|won|isn)['’]t|has to|needs? to|would(?:n['’]t)?)\b/i;
const OF_SOMEBODY = /\b(?:he|she|him|her|they|them|both|together|two of you|anybody|anyone|who else)\b/i;

/** What the agent said at moments that coaching over time comes back to, with what the contact said around it. */
export function exchangesOf({
  conversation,
  objections,
}: Pick<Findings, 'conversation' | 'objections'>): Exchange[] {
  return [
    ...beginningOf(conversation),
    ...objections.flatMap(({ stretch }) => answerTo(conversation, stretch)),
    ...mostLikely(conversation, 'dodged_price', 'dodge_price').map((one) => withNext(conversation, one)),
    ...questionsOf(conversation),
    ...askedOpenly(conversation).map((one) => withNext(conversation, one)),
    ...pricesOf(conversation),
    ...promisesOf(conversation),
    ...leftOutOf(conversation),
    ...proposalsOf(conversation),
    ...arrangementOf(conversation),
    ...wonOver(conversation),
    ...askedFirst(conversation),
  ];
}

/** The turn in which the agent says who is calling, and why. */
function beginningOf(conversation: Conversation): Exchange[] {
  const last = conversation.stretches.findLast(
    (one) => one.role === 'agent' && one.turn < BEGINNING_TURNS && chance(one, ...beginnings) >= LIKELY,
  );
  return last === undefined ? [] : [exchange(conversation, 'beginning', last)];
}

function answerTo(conversation: Conversation, stretch: number): Exchange[] {
  const objection = conversation.stretches[stretch];
  if (objection === undefined) return [];
  const [first] = replyTo(conversation, objection);
  return first === undefined ? [] : [exchange(conversation, 'answer', first, objection)];
}

function mostLikely(conversation: Conversation, kind: Exchange['kind'], act: Act): Exchange[] {
  const [first] = conversation.stretches
    .filter((one) => one.role === 'agent' && chance(one, act) >= LIKELY)
    .toSorted((a, b) => chance(b, act) - chance(a, act));
  return first === undefined ? [] : [exchange(conversation, kind, first)];
}

/** With what the agent said to the contact's answer: it may take it up, or refuse again who asks again. */
function withNext(conversation: Conversation, one: Exchange): Exchange {
  const { turns, stretches } = conversation;
  const at = stretches.find(({ segment, role }) => segment === one.segment_index && role === 'agent')?.turn;
  const next = turns.slice((at ?? turns.length) + 1, (at ?? turns.length) + 3).map(({ index }) => index);
  return { ...one, turns: next.map((turn) => turnOf(conversation, turn)) };
}

/** A question for a yes, a no or a particular that the contact could not answer, and one that got no more than that. */
function questionsOf(conversation: Conversation): Exchange[] {
  const asked = conversation.stretches.filter(
    (one) =>
      one.role === 'agent' &&
      chance(one, 'ask_closed') >= LIKELY &&
      chance(one, ...proposals, 'ask_permission', 'ask_for_person') < UNLIKELY &&
      one.text.trim().endsWith('?') &&
      wordsOf(one.text) >= LEAST_WORDS &&
      !IS_CLERICAL.test(one.text) &&
      // Of several questions in a turn the last is answered.
      !conversation.stretches.some(({ turn, index }) => turn === one.turn && index > one.index),
  );
  const unknown = asked
    .map((one) => exchange(conversation, 'unknown_answer', one))
    .find(({ after }) => after !== null && KNOWS_NOT.test(after));
  const short = asked
    .map((one) => exchange(conversation, 'short_answer', one))
    .find(
      ({ text, after }) =>
        after !== null && !IS_OPEN.test(text) && wordsOf(after) <= FEW_WORDS && !KNOWS_NOT.test(after),
    );
  return [unknown ?? [], short ?? []].flat();
}

/** Every open question that was the last of its turn: what comes next answers it. */
function askedOpenly(conversation: Conversation): Exchange[] {
  const { stretches } = conversation;
  return stretches
    .filter(
      (one) =>
        one.role === 'agent' &&
        chance(one, 'ask_open') >= LIKELY &&
        one.text.trim().endsWith('?') &&
        !stretches.some(({ turn, index }) => turn === one.turn && index > one.index),
    )
    .map((one) => exchange(conversation, 'question', one));
}

/** Figures that were asked for. */
function pricesOf(conversation: Conversation): Exchange[] {
  return firstOfTurns(conversation, 'state_price')
    .map((one) => exchange(conversation, 'price', one))
    .filter(({ before }) => before !== null && ASKS_FIGURE.test(before));
}
/** `And the panels, what do they cost?`: `Eighty-four dollars? A month?` holds the figure against it. */
const ASKS_FIGURE =
  /\b(?:how much|(?:what|any)\b[^.?!]*\b(?:costs?|prices?|charges?|fees?|rates?|pay|damage|ballpark|figure)|the (?:price|cost|fee|rate))\b[^.!]*\?/i;

/** Turns in which the agent promises something: what comes before and after it there may explain it, or take it back. */
function promisesOf(conversation: Conversation): Exchange[] {
  return firstOfTurns(conversation, 'promise').map((one) => exchange(conversation, 'promise', one));
}

function firstOfTurns({ stretches }: Conversation, act: Act): readonly Stretch[] {
  const found = stretches.filter((one) => one.role === 'agent' && chance(one, act) >= LIKELY);
  return found.filter((one, index) => found[index - 1]?.turn !== one.turn);
}

function wordsOf(text: string): number {
  return text.trim().split(/\s+/).length;
}

/** Somebody whom the contact named as having a say and the agent never came back to, before the next step that was proposed last. */
function leftOutOf(conversation: Conversation): Exchange[] {
  const { stretches } = conversation;
  const step = stretches.findLast((one) => one.role === 'agent' && chance(one, ...proposals) >= LIKELY);
  const named = stretches.find((one) => one.role === 'contact' && HAS_A_SAY.test(one.text));
  if (step === undefined || named === undefined || named.turn > step.turn) return [];
  const who = HAS_A_SAY.exec(named.text)?.[1]?.toLowerCase() ?? '';
  const isTakenUp = stretches.some(
    ({ role, turn, text }) =>
      role === 'agent' && turn > named.turn && (text.toLowerCase().includes(who) || OF_SOMEBODY.test(text)),
  );
  return isTakenUp
    ? []
    : [
        {
          ...exchange(conversation, 'decider_left_out', step),
          before: verbatim(conversation, around(conversation, named)),
        },
      ];
}

/** Every time or step that the agent proposed. */
function proposalsOf(conversation: Conversation): Exchange[] {
  return conversation.stretches
    .filter((one) => one.role === 'agent' && chance(one, ...proposals) >= LIKELY)
    .map((one) => exchange(conversation, 'proposal', one));
}

const WHOLE_TURNS: ReadonlySet<Exchange['kind']> = new Set(['answer', 'beginning', 'price', 'promise']);

function exchange(
  conversation: Conversation,
  kind: Exchange['kind'],
  said: Stretch,
  heard?: Stretch,
): Exchange {
  const before = heard === undefined ? wordsBefore(conversation, said) : around(conversation, heard);
  const own = around(conversation, said);
  const after = replyTo(conversation, own.at(-1) ?? said);
  const isWhole = WHOLE_TURNS.has(kind);
  return {
    ...{ kind, text: isWhole ? verbatim(conversation, own) : said.text.trim() },
    ...{
      segment_index: said.segment,
      start_time: conversation.transcript.segments[said.segment]?.start_time ?? 0,
    },
    before: before.length === 0 ? null : verbatim(conversation, before),
    after: after.length === 0 ? null : verbatim(conversation, after),
  };
}
