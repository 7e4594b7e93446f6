import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import { replyTo } from '../reply-to.ts';
import { asksCompany, asksWho, firstNamed } from './asks-who.ts';
import { type CallEnd, type Fault, fault } from './fault.ts';
import { unfairness } from './unfair-stretches.ts';

/** A trace of an introduction is enough not to say that there was none. */
const TRACE = 0.15;
/** A call that ended before the contact's fourth turn never got beyond its opening. */
const CONTACT_TURNS = 4;
const LIKELY = 0.5;
const MISSING = 0.9;
const notReached = new Set<OutcomeCode>(['wrong_number', 'gatekeeper', 'unclear']);

/**
 * Calling somebody and not saying who calls. Somebody who calls in knows whom they called. That no company was named is
 * not said: which words are a company, nobody can hear.
 */
export function findMissingName(call: CallEnd): Fault | null {
  const { conversation } = call;
  if (conversation.context.incoming !== false) return null;
  return findWithheldName(conversation) ?? findNoName(call);
}

/** Asked who calls, and asked again before it was said; or asked, and it was never said. */
function findWithheldName(conversation: Conversation): Fault | null {
  const { stretches } = conversation;
  const named = firstNamed(conversation)?.index ?? stretches.length;
  const asked = stretches.filter((one) => one.index < named && (asksWho(one) || asksCompany(one)));
  const [first, ...more] = asked;
  if (first === undefined || !asksWho(first)) return null;
  const reply = replyTo(conversation, first);
  if (reply.length === 0 || reply.some(({ index }) => index >= named)) return null;
  const isAskedAgain = [...more, ...stretches.slice(named)].some(
    (one) => one.turn > first.turn && (asksWho(one) || asksCompany(one)),
  );
  const isNever = named === stretches.length && isTalk(conversation);
  const shown = reply.find(({ words }) => words.length >= SHOWN_WORDS) ?? reply[0];
  if (shown === undefined || !(isAskedAgain || isNever)) return null;
  // A company alone is half an answer.
  if (!isAskedAgain && chance(shown, 'identify_company') >= TRACE) return null;
  return fault('name_withheld', [first.index, shown.index], MISSING);
}
const SHOWN_WORDS = 3;

/**
 * Recognition loses names: that one is missing is said only where other things in the call are wrong as well, or the
 * contact asks who is there.
 */
function findNoName({ conversation, outcome }: CallEnd): Fault | null {
  if (notReached.has(outcome.code) || !isTalk(conversation)) return null;
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const first: Stretch | undefined = own.find(({ words }) => words.length > 3) ?? own[0];
  if (first === undefined || firstNamed(conversation) !== null) return null;
  const isDoubted = conversation.stretches.some(asksWho) || unfairness(conversation) >= LIKELY;
  const isTraced = own.some((one) => chance(one, 'identify_self') >= TRACE);
  return isDoubted && !isTraced ? fault('no_name', [first.index], MISSING) : null;
}

function isTalk({ turns }: Conversation): boolean {
  return turns.filter(({ role }) => role === 'contact').length >= CONTACT_TURNS;
}
