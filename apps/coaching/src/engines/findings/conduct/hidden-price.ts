import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { namesFigure } from '../feedback/figures.ts';
import { replyTo, wordsBefore } from '../reply-to.ts';
import { asksPrice } from './asks-price.ts';
import { type Fault, fault } from './fault.ts';

/** One dodge is clear, the other likely. */
const LIKELY = 0.75;
/** A trace of a figure is enough not to say that it was hidden. */
const GIVEN = 0.2;
const TIMES = 2;
const ASKED = 0.3;
/** Where it was asked twice in so many words, one dodge that is likely is enough. */
const ASKED_PLAINLY = 0.4;
const DODGED = 0.5;

/** Asked what it costs twice or more, and no figure by the end. */
export function findHiddenPrice(conversation: Conversation): Fault | null {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  if (own.some((stretch) => chance(stretch, 'state_price') >= GIVEN)) return null;
  const dodges = own.filter((stretch) => chance(stretch, 'dodge_price') >= DODGED);
  const isClear = dodges.some((stretch) => chance(stretch, 'dodge_price') >= LIKELY);
  if (!isClear || new Set(dodges.map(({ turn }) => turn)).size < TIMES) return askedTwice(conversation);
  for (const dodge of dodges) {
    const asked = wordsBefore(conversation, dodge).find(
      (one) => asksPrice(one) && chance(one, 'ask_open', 'ask_closed', 'object:price', 'request') >= ASKED,
    );
    if (asked === undefined) continue;
    return fault('hidden_price', [asked.index, dodge.index], chance(dodge, 'dodge_price'));
  }
  return null;
}

function askedTwice(conversation: Conversation): Fault | null {
  const unanswered = conversation.stretches.filter(
    (one) => asksForPrice(one) && !replyTo(conversation, one).some(namesFigure),
  );
  if (new Set(unanswered.map(({ turn }) => turn)).size < TIMES) return null;
  for (const asked of unanswered) {
    const dodge = likeliest(replyTo(conversation, asked), 'dodge_price');
    if (dodge === undefined || chance(dodge, 'dodge_price') < DODGED || WILL_SEE.test(dodge.text)) continue;
    return fault('hidden_price', [asked.index, dodge.index], chance(dodge, 'dodge_price'));
  }
  return null;
}

/** Who does not know it, and says so, hides nothing. */
const WILL_SEE = /\b(?:check|find out|look (?:it|that|them) up|ask (?:my|the|him|her|them))\b/i;

const PRICE =
  /\b(?:how much\b|what\b[^.?!]*\b(?:cost|price|run|charge|rate|fee|quote|ballpark|premium|damage)\b|the (?:price|cost|rate|fee)\b)|^[^.?!]{0,12}\b(?:price|cost|ballpark)\b/i;

/** `What do those run?`, `ballpark?`: in so many words, and as a question or a wish. */
export function asksForPrice(one: Stretch): boolean {
  if (one.role !== 'contact' || !PRICE.test(one.text)) return false;
  return chance(one, 'ask_open', 'ask_closed', 'request') >= ASKED_PLAINLY;
}
