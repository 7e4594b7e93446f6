import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { daysNamed } from '../times/days-named.ts';
import { type Mention, mentionsIn } from '../times/mentions.ts';
import type { ArrangedTurn, Exchange } from './speech.ts';

/** What a day or an hour is named for where two people settle when they talk again. */
const settling = [
  ...(['propose_time', 'propose_step', 'counter_time', 'recap', 'correct'] as const),
  ...(['promise', 'defer', 'accept', 'request'] as const),
] as const;
const LIKELY = 0.3;
/** Turns between two times that are spoken of together. */
const TOGETHER = 2;
const MOST_TURNS = 5;
const MOST_WORDS = 22;
/** Share of a call after which its end begins. */
const END_FROM = 0.5;

/**
 * How the two settled when they talk again, turn by turn in their own words, from where the day was first spoken of to the answer
 * to the last hour: it tells what was agreed also where that is too uncertain to be called so.
 */
export function arrangementOf(conversation: Conversation): Exchange[] {
  const { turns, transcript } = conversation;
  const ahead = mentionsIn(conversation).filter(
    ({ said }) => said.isAhead && !said.isNegated && (said.day !== null || said.clock !== null),
  );
  const named = ahead.filter(settles);
  const anchor = named.findLast(({ said }) => said.day !== null && said.day.week === undefined);
  if (anchor === undefined || anchor.stretch.turn < END_FROM * turns.length) return [];
  const { turn } = anchor.stretch;
  const first = reach(named.map(({ stretch }) => stretch.turn).toReversed(), turn);
  // What answers a day may name an hour and nothing else.
  const last = reach(
    ahead.map(({ stretch }) => stretch.turn),
    turn,
  );
  const end = answeredAt(conversation, last);
  const begin = Math.max(first, end - MOST_TURNS + 1);
  const told = Array.from({ length: end - begin + 1 }, (_, index) => begin + index).flatMap((at) =>
    wordsOf(conversation, at, ahead),
  );
  const [opening] = told;
  if (opening === undefined || told.length < 2) return [];
  const days = ahead.filter(({ stretch }) => stretch.turn >= begin && stretch.turn <= end);
  return [
    {
      ...{ kind: 'arrangement', text: opening.text, segment_index: opening.segment_index },
      start_time: transcript.segments[opening.segment_index]?.start_time ?? 0,
      ...{ before: purposeOf(conversation, begin, told), after: null, turns: told },
      days: daysNamed(conversation, days, begin),
    },
  ];
}

/** What somebody is to do then: in the words around the day, and before it, where who does it is said with it. */
const DOES =
  /\b(?:com(?:e|es|ing)|visit|measur(?:e|es|ing)|survey|inspect|show|demo|meet|talk|speak|call|ring|phone|drop (?:by|in|off)|stop (?:by|in)|swing by|pop (?:in|over|round)|pick (?:it|you|them) up|deliver|install|fit|try|test|tour|trial|lesson|look|see)\b/i;
const WHO_DOES =
  /\b(?:somebody|someone|one of us|i|we|he|she|they|our \w+)(?:['’]ll| will| can| could|['’]d| would|['’]re going to)? (?:just )?(?:comes? (?:(?:out|over|by|round|in|and|to) (?!around)|and )|visits?\b|measures?\b|surveys?\b|inspects?\b|shows? you|meets?\b|drops? by|stops? by|pops? (?:in|over|round)|delivers?\b|installs?\b|(?:takes?|have|has) a look)/i;
/** Turns before the day in which it may have been said what it is for. */
const SAID_WITHIN = 8;

/** The agent's last words before a day was named that say what somebody is to do then, unless the words around the day do. */
function purposeOf({ stretches }: Conversation, begin: number, told: readonly ArrangedTurn[]): string | null {
  if (told.some(({ text }) => DOES.test(text))) return null;
  const said = stretches.findLast(
    ({ role, turn, text }) =>
      role === 'agent' && turn < begin && turn >= begin - SAID_WITHIN && WHO_DOES.test(text),
  );
  return said?.text.trim() ?? null;
}

function settles({ stretch }: Mention): boolean {
  return chance(stretch, ...settling) >= LIKELY || SETTLES.test(stretch.text);
}
const SETTLES = /\b(?:let me|(?:i|we)(?:['’]ll| will| can)|shall (?:i|we))\b/i;

/** The furthest turn of these, in their order, that no gap parts from this one. */
function reach(turns: readonly number[], from: number): number {
  const isDown = (turns.at(-1) ?? from) < (turns[0] ?? from);
  return turns
    .filter((turn) => (isDown ? turn <= from : turn >= from))
    .reduce((at, turn) => (Math.abs(turn - at) <= TOGETHER ? turn : at), from);
}

/** The turn that answers this one, and the answer to what is asked there. */
function answeredAt({ turns, stretches }: Conversation, turn: number): number {
  const last = turns.length - 1;
  const next = Math.min(turn + 1, last);
  const asks =
    stretches
      .findLast((one) => one.turn === next)
      ?.text.trim()
      .endsWith('?') === true;
  return asks ? Math.min(next + 1, last) : next;
}

/** All of a short turn; of a long one what names a time, and what stands right before and after it as far as there is room. */
function wordsOf(conversation: Conversation, turn: number, named: readonly Mention[]): ArrangedTurn[] {
  const own = conversation.stretches.filter((one) => one.turn === turn);
  const isNaming = (one: Stretch) => named.some(({ stretch }) => stretch === one);
  const core = own.findIndex(isNaming);
  let [from, to] = core < 0 ? [0, 0] : [core, own.findLastIndex(isNaming)];
  const inOne = (a: Stretch | undefined) => a !== undefined && a.segment === own[from]?.segment;
  const room = (a: number, b: number) =>
    own.slice(a, b + 1).reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0) <= MOST_WORDS;
  while (to > from && !inOne(own[to])) to -= 1;
  while (inOne(own[to + 1]) && room(from, to + 1)) to += 1;
  while (from > 0 && inOne(own[from - 1]) && room(from - 1, to)) from -= 1;
  const [begin, end] = [own[from], own[to]];
  if (begin === undefined || end === undefined) return [];
  const text = (conversation.transcript.segments[begin.segment]?.text ?? '').slice(begin.start, end.end);
  return [{ role: begin.role, text: text.trim(), segment_index: begin.segment }];
}
