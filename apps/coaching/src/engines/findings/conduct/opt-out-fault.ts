import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { replyTo } from '../reply-to.ts';
import { type Fault, fault } from './fault.ts';
import { unfairness } from './unfair-stretches.ts';

const CERTAIN = 0.7;
const OBSTRUCTED = 0.65;
const PLAIN = 0.9;
/** `Take me off for four` cancels four o'clock: neither the wish nor the hurdle is plain. */
const BOTH = 0.6;
const HONORED = 0.4;
const TRACE = 0.15;
const selling: readonly Act[] = [
  ...(['pitch', 'ask_sale', 'propose_time', 'propose_step', 'counter_time'] as const),
  ...(['pressure', 'false_urgency', 'disparage'] as const),
];

/** The contact asked to be left alone, and the agent made it hard or went on as though nothing had been said. */
export function findOptOutFault(conversation: Conversation): Fault | null {
  const { stretches } = conversation;
  const wishes = stretches.filter(isWish);
  const first = wishes[0];
  if (first === undefined) return null;
  const after = stretches.filter(({ role, index }) => role === 'agent' && index > first.index);
  const honored = after.find((one) => chance(one, 'honor_opt_out') >= HONORED);
  const unwilling = after.filter(
    (one) =>
      isUnwilling(one) &&
      // Once it was granted, only what is plain takes it back.
      (honored === undefined || honored.turn > one.turn || chance(one, 'obstruct_opt_out') >= PLAIN),
  );
  const obstructing = likeliest(unwilling, 'obstruct_opt_out');
  if (obstructing !== undefined) {
    const wish = plainest(wishes, obstructing);
    const probability = chance(wish, 'opt_out') * chance(obstructing, 'obstruct_opt_out');
    return probability < BOTH
      ? null
      : fault('opt_out_obstructed', [wish.index, obstructing.index], probability);
  }
  if (honored !== undefined) return null;
  const sold = after.find((one) => chance(one, ...selling) >= CERTAIN) ?? betweenWishes(conversation, first);
  if (sold === undefined) return null;
  const wish = plainest(wishes, sold);
  return fault(
    'opt_out_ignored',
    [wish.index, sold.index],
    chance(wish, 'opt_out') * Math.max(CERTAIN, chance(sold, ...selling)),
  );
}

/** Who has to ask twice was not heard: of seven such calls without a trace of a yes all were awful. */
const AGAIN = 0.45;
const GRANTED = 0.3;
const WENT_ON = 0.4;

function betweenWishes(conversation: Conversation, first: Stretch): Stretch | undefined {
  const { stretches } = conversation;
  const again = stretches.find(
    (one) => one.role === 'contact' && one.turn > first.turn && chance(one, 'opt_out') >= AGAIN,
  );
  const isGranted = stretches.some(
    (one) => one.role === 'agent' && one.index > first.index && chance(one, 'honor_opt_out') >= GRANTED,
  );
  if (again === undefined || isGranted || unfairness(conversation) < LEAST_UNFAIR) return undefined;
  const reply = replyTo(conversation, first).filter(({ words }) => words.length >= LEAST_WORDS);
  const most = likeliest(reply, ...goingOn);
  return most !== undefined && chance(most, ...goingOn) >= WENT_ON ? most : undefined;
}
const LEAST_UNFAIR = 0.5;
const LEAST_WORDS = 3;
const goingOn: readonly Act[] = ['ask_closed', 'ask_open', 'obstruct_opt_out', ...selling];

/** A plain wish to be left alone. */
export function isWish(one: Stretch): boolean {
  return one.role === 'contact' && chance(one, 'opt_out') >= CERTAIN && !isAboutNames(one);
}

/** `Stop calling me young lady` is about what somebody is called, not about being called. */
function isAboutNames({ words }: Stretch): boolean {
  const texts = words.map(({ text }) => text);
  const at = texts.findIndex((word, i) => word === 'me' && ['call', 'calling'].includes(texts[i - 1] ?? ''));
  const next = texts[at + 1];
  return at > 0 && next !== undefined && contentWords([next]).length > 0;
}

/** `The number comes off right now` speaks of the same thing as what stands in its way: only what is plain counts. */
function isUnwilling(one: Stretch): boolean {
  const obstructed = chance(one, 'obstruct_opt_out');
  if (obstructed >= PLAIN) return true;
  const isKind = chance(one, 'honor_opt_out') >= TRACE || chance(one, 'acknowledge') >= HONORED;
  return obstructed >= OBSTRUCTED && !isKind;
}

/** The plainest of the wishes that came before the answer. */
function plainest(wishes: readonly Stretch[], answer: Stretch): Stretch {
  const before = wishes.filter(({ index }) => index < answer.index);
  return likeliest(before, 'opt_out') ?? answer;
}
