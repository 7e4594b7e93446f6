import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { isOptOut } from '../outcome/asks-off-list.ts';
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
  return findObstruction(conversation) ?? findAskedTwice(conversation);
}

function findObstruction({ stretches }: Conversation): Fault | null {
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
  const sold = after.find((one) => chance(one, ...selling) >= CERTAIN);
  if (sold === undefined) return null;
  const wish = plainest(wishes, sold);
  return fault(
    'opt_out_ignored',
    [wish.index, sold.index],
    chance(wish, 'opt_out') * chance(sold, ...selling),
  );
}

/** Who has to ask twice was not heard: of eight such calls without a trace of a yes all were awful. */
const AGAIN = 0.45;
const GRANTED = 0.3;
const WENT_ON = 0.4;

function findAskedTwice(conversation: Conversation): Fault | null {
  const { stretches } = conversation;
  const asked = stretches.filter(
    (one) => one.role === 'contact' && (chance(one, 'opt_out') >= AGAIN || isOptOut(one.text)),
  );
  if (asked.every(({ turn }) => turn === asked[0]?.turn)) return null;
  if (stretches.some((one) => chance(one, 'honor_opt_out') >= GRANTED)) return null;
  if (unfairness(conversation) < LEAST_UNFAIR) return null;
  const plain = (one: Stretch) => (isOptOut(one.text) ? 1 : 0) + chance(one, 'opt_out');
  for (const { turn } of asked) {
    const [wish] = asked.filter((one) => one.turn === turn).sort((a, b) => plain(b) - plain(a));
    if (wish === undefined || plain(wish) < CERTAIN) continue;
    const reply = replyTo(conversation, wish).filter(({ words }) => words.length >= LEAST_WORDS);
    const most = likeliest(reply, ...goingOn);
    if (most === undefined || chance(most, ...goingOn) < WENT_ON) continue;
    return fault('opt_out_ignored', [wish.index, most.index], CERTAIN);
  }
  return null;
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
