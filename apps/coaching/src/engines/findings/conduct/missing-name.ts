import { type Conversation, chance } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
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
export function findMissingName({ conversation, outcome }: CallEnd): Fault | null {
  const { context, turns, stretches } = conversation;
  if (context.incoming !== false || notReached.has(outcome.code)) return null;
  if (turns.filter(({ role }) => role === 'contact').length < CONTACT_TURNS) return null;
  const own = stretches.filter(({ role }) => role === 'agent');
  const first = own.find(({ words }) => words.length > 3) ?? own[0];
  if (first === undefined || !isDoubted(conversation)) return null;
  const isNamed = own.some((one) => chance(one, 'identify_self') >= TRACE) || isNameSaid(conversation);
  return isNamed ? null : fault('no_name', [first.index], MISSING);
}

/**
 * Recognition loses names: that one is missing is said only where the contact asks who is there, or where other things
 * in the call are wrong as well.
 */
function isDoubted(conversation: Conversation): boolean {
  const asks = conversation.stretches.some(
    (one) =>
      one.role === 'contact' &&
      chance(one, 'ask_closed', 'ask_open') >= LIKELY &&
      one.words.some(({ text }) => text === 'who'),
  );
  return asks || unfairness(conversation) >= LIKELY;
}

/** By the agent's own name, whoever says it, or by `this is …` where the name was misheard. */
function isNameSaid({ transcript, stretches }: Conversation): boolean {
  const names = transcript.speakers.agent
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name.length > 2);
  return stretches.some(({ words, role }) => {
    const texts = words.map(({ text }) => text);
    return texts.some((text) => names.includes(text)) || (role === 'agent' && isIntroduction(texts));
  });
}

function isIntroduction(words: readonly string[]): boolean {
  return words.some((word, i) => {
    const next = words[i + 1];
    return word === 'is' && beforeIs.has(words[i - 1] ?? '') && next !== undefined && !noName.has(next);
  });
}

const beforeIs = new Set(['this', 'name', 'it']);
const noName = new Set('a an the about your my just in for not that so really'.split(' '));
