import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Action } from './find-actions.ts';
import {
  baseOfIng,
  determiners,
  prepositions,
  spokenOnlyVerbs,
  timeWords,
  weakVerbs,
} from './word-classes.ts';

export type Kind = 'promise' | 'request';

const LIKELY = 0.5;
/** The share of the call after which nobody starts anything that is done before its end. */
const LATE = 0.5;
const DURATIONS = new Set('day days minute minutes second seconds hour hours moment time week'.split(' '));
const TIME_PREPOSITIONS = new Set(['before', 'after', 'until', 'when']);
/** Nobody does these while they talk. */
const HANDED_OVER = new Set(['send', 'text', 'email', 'mail', 'post', 'bring', 'photograph']);
/** `have your bill ready` is for the visit. */
const PREPARED = new Set(['hand', 'handy', 'ready', 'out', 'printed']);
const ON_THE_PHONE = new Set(['check', 'open', 'verify', 'pull']);
/** A day or a number is written down while it is said. */
const WRITING = new Set(['write', 'jot', 'note']);
/** Nobody calls somebody else before the call is over. */
const CALLING = new Set(['call', 'ring', 'phone']);
const TALKING = new Set(['talk', 'speak']);
const WISHES = new Set(['hello', 'hi', 'best', 'love', 'regards', 'squeeze', 'hug', 'kiss']);
const PRONOUNS = new Set(['him', 'her', 'them', 'it']);
const SPEAKING = new Set(['we', 'you', 'i']);
const MEANWHILE_TURNS = 3;
const SENT = new Set('sent emailed texted'.split(' '));
const HAS_COME = new Set('come came arrived in here clicked signed opened'.split(' '));
const SIDES = new Set(['me', 'us', 'you']);
const TOLD = new Set(['ye', 'ya', 'yous']);

/**
 * Not refused by the other side, taken back, forced, or left on a mailbox, where nobody agreed to anything.
 * @param probability that it is still to be done, where that is known
 */
export function stands(conversation: Conversation, stretch: Stretch, kind: Kind, probability = 0): boolean {
  if (isOutdone(stretch, probability)) return false;
  const isForced = chance(stretch, 'leave_message', 'pressure', 'obstruct_opt_out', 'ask_sale') > LIKELY;
  if (kind === 'request' && isForced) return false;
  const reply = nextTurn(conversation, stretch);
  const later = conversation.stretches.slice(stretch.index + 1, conversation.turns[stretch.turn]?.to ?? 0);
  // A refusal is of the last thing asked: it may be of a time proposed after this.
  const isLast = later.every((one) => chance(one, ...asking) < LIKELY);
  const isRefused =
    isLast && reply.some((one) => chance(one, 'decline', 'opt_out', 'object:not_interested') > LIKELY);
  const isTaken = reply.some((one) => chance(one, 'accept', 'promise', 'buy') > LIKELY);
  if (isRefused && !isTaken) return false;
  // `Then I'll check in next week?` waits for a yes.
  const isAsked = kind === 'promise' && /\?\s*$/.test(stretch.text);
  if (isAsked && !isTaken && reply.some((one) => chance(one, 'decline') >= AGAINST)) return false;
  return kind === 'request' || !isRetracted(conversation, stretch);
}

/** `I'll call her` and then `You will not call her`: the other side forbids what was offered. */
export function isForbidden(conversation: Conversation, stretch: Stretch, { words }: Action): boolean {
  const verb = words[0]?.text ?? '';
  return nextTurn(conversation, stretch).some(({ words: said }) =>
    said.some(
      ({ text }, i) =>
        text === verb && said.slice(Math.max(0, i - 2), i).some((one) => ['not', 'never'].includes(one.text)),
    ),
  );
}

/** `I'd rather not. I'll tell him myself`: what somebody does instead of what was offered is their own affair. */
export function isOwnAffair({ stretches, turns }: Conversation, stretch: Stretch): boolean {
  if (stretch.role !== 'contact' || chance(stretch, 'promise', 'request') > AGAINST) return false;
  const turn = turns[stretch.turn];
  return stretches.slice(turn?.from ?? 0, stretch.index).some((one) => chance(one, 'decline') > LIKELY);
}

/** What it more likely does speaks against a commitment: a threat declines, a farewell jokes. */
function isOutdone(stretch: Stretch, probability: number): boolean {
  const committing = chance(stretch, ...binding);
  if (
    probability < SURELY_DUE &&
    chance(stretch, 'decline', 'pressure', 'false_urgency') > Math.max(committing, AGAINST)
  )
    return true;
  return chance(stretch, 'goodbye', 'thanks', 'small_talk') > Math.max(2 * committing, AGAINST);
}

const binding = [
  ...(['promise', 'request', 'accept', 'propose_time', 'counter_time', 'propose_step', 'defer'] as const),
  ...(['object:no_time', 'leave_message', 'honor_opt_out', 'gatekeep', 'retract'] as const),
] as const;
const AGAINST = 0.25;
/** Whatever else its words seem to do, it is to be done. */
const SURELY_DUE = 0.6;

const asking = [
  'propose_time',
  'counter_time',
  'propose_step',
  'ask_closed',
  'ask_open',
  'pressure',
] as const;

function isRetracted({ stretches, turns }: Conversation, { index, turn, role }: Stretch): boolean {
  return stretches
    .slice(index + 1, turns[turn + 2]?.to)
    .some((one) => one.role === role && chance(one, 'retract') > LIKELY);
}

export function isAccepted(conversation: Conversation, stretch: Stretch): boolean {
  return nextTurn(conversation, stretch).some((one) => chance(one, 'accept', 'promise') > LIKELY);
}

/** `spell it` and `look at the filter` are likely done while they talk; a time or the end of the call speaks against that. */
export function isDuringCall(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
): boolean {
  const [verb = '', object = '', third = ''] = action.words.map(({ text }) => text);
  const hasTime = action.words.some(({ text }) => timeWords.has(text) || TIME_PREPOSITIONS.has(text));
  const isToThird = TALKING.has(verb) && ['to', 'with'].includes(object) && !SIDES.has(third);
  const isPrepared = verb === 'have' && action.words.some(({ text }) => PREPARED.has(text));
  if (HANDED_OVER.has(verb) || isToThird || isPrepared) return false;
  const hasPerson = SIDES.has(object) || PRONOUNS.has(object);
  // `give her my best`, `tell your daddy I said hello`.
  if (['give', 'tell'].includes(verb) && WISHES.has(action.words.at(-1)?.text ?? '')) return true;
  const isTelling = (verb === 'tell' || verb === 'give') && SIDES.has(object);
  // `put him on`, `put us down for Monday`.
  const isConnecting =
    verb === 'put' &&
    action.words.slice(2, 4).some(({ text }) => ['on', 'through', 'down'].includes(text)) &&
    hasPerson;
  if (spokenOnlyVerbs.has(verb) || isTelling || isConnecting) return !hasTime;
  const rest = action.words.slice(1).filter(({ text }) => !determiners.has(text) && !prepositions.has(text));
  if (weakVerbs.has(verb) && rest.every(({ text }) => DURATIONS.has(text))) return true;
  if (weakVerbs.has(verb) && action.words.some(({ text }) => text === 'now')) return true;
  const isLate = stretch.index > conversation.stretches.length * LATE;
  if (hasTime || isLate) return false;
  return (
    weakVerbs.has(verb) || ON_THE_PHONE.has(verb) || (kind === 'request' && isAnswered(conversation, stretch))
  );
}

/** `I'll write that down`, `I'll move it now`, `I'll tell ye now`: done in the same breath, whatever it is of. */
export function isAtOnce(stretch: Stretch, { words, start: from }: Action): boolean {
  const [verb = '', object = ''] = words.map(({ text }) => text);
  if (WRITING.has(verb) && words.some(({ text }) => text === 'down')) return true;
  if (verb === 'tell' && TOLD.has(object)) return true;
  const isNow = stretch.words.some(({ text, start }) => text === 'now' && start > from);
  return isNow && !HANDED_OVER.has(verb) && !CALLING.has(verb);
}

/** Whether it is done before the call is over. */
export function isDone(conversation: Conversation, stretch: Stretch, action: Action, kind: Kind): boolean {
  return (
    isDoneMeanwhile(conversation, stretch, action, kind) ||
    (kind === 'request' && isPaid(conversation, stretch))
  );
}

/** `I'm emailing it while we talk`, or soon after: `Sending now, check your texts`. */
function isDoneMeanwhile(
  { stretches }: Conversation,
  stretch: Stretch,
  { words, end }: Action,
  kind: Kind,
): boolean {
  const verb = words[0]?.text ?? '';
  if (!HANDED_OVER.has(verb)) return false;
  const after = stretch.words.filter(({ start }) => start >= end).map(({ text }) => text);
  if (after[0] === 'while' && SPEAKING.has(after[1] ?? '')) return true;
  const soon = stretches.filter(
    ({ index, turn }) => index > stretch.index && turn <= stretch.turn + MEANWHILE_TURNS,
  );
  return soon.some((one) => {
    const said = one.words.map(({ text }) => text);
    const isReceiver = (one.role === stretch.role) === (kind === 'request');
    if (isReceiver) return said.some((text, i) => HAS_COME.has(text) && isComplete(said, i));
    const isNow = HANDED_OVER.has(baseOfIng(said[0] ?? '') ?? '') && said.includes('now');
    return isNow || said.some((text, i) => SENT.has(text) && isComplete(said, i));
  });
}

/** A card that was asked for, and `that's gone through`. */
function isPaid({ stretches }: Conversation, { words, index }: Stretch): boolean {
  if (!words.some(({ text }) => text === 'card')) return false;
  return stretches.slice(index + 1).some(({ role, words: said }) => {
    const isThrough = said.some(
      ({ text }, i) => text === 'through' && ['went', 'gone', 'goes'].includes(said[i - 1]?.text ?? ''),
    );
    return role === 'agent' && (isThrough || said.some(({ text }) => text === 'approved'));
  });
}

/** `It's sent`, `there, it's come`. */
function isComplete(said: readonly string[], at: number): boolean {
  if (at === 0 && said.length === 1) return !['in', 'here'].includes(said[0] ?? '');
  // `It's in a drawer` has not come.
  if (said[at] === 'in' && determiners.has(said[at + 1] ?? '')) return false;
  const before = said.slice(Math.max(0, at - 3), at);
  return (
    before.some((word) => ['it', 'that'].includes(word)) &&
    before.every((word) => ['it', 'that', 'is', 'has', 'just', "'s", 'there', 'okay'].includes(word))
  );
}

/** Answered with a fact, not with a yes: it was a question. */
function isAnswered(conversation: Conversation, stretch: Stretch): boolean {
  const isTold = nextTurn(conversation, stretch).some((one) => chance(one, 'inform') > LIKELY);
  return isTold && !isAccepted(conversation, stretch);
}

/** A bare `mm-hm` counts, which `reply-to.ts` passes over: it neither refuses nor accepts. */
function nextTurn({ turns, stretches }: Conversation, { turn }: Stretch): readonly Stretch[] {
  const reply = turns[turn + 1];
  return reply === undefined ? [] : stretches.slice(reply.from, reply.to);
}
