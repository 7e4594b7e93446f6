import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import { type CallEnd, type Fault, fault } from './fault.ts';
import { unfairness } from './unfair-stretches.ts';

/** A trace of an introduction is enough not to say that there was none. */
const TRACE = 0.15;
/** A call that ended before the contact's third turn never got beyond its opening. */
const CONTACT_TURNS = 4;
const LIKELY = 0.5;
const MISSING = 0.9;
const COMPANY_WORDS = 2;
const notReached = new Set<OutcomeCode>(['wrong_number', 'gatekeeper', 'unclear']);

/** Calling somebody and not saying who calls, or for whom. Somebody who calls in knows whom they called. */
export function findMissingIntroduction({ conversation, outcome }: CallEnd): Fault[] {
  const { context, turns, stretches } = conversation;
  if (context.incoming !== false || notReached.has(outcome.code)) return [];
  if (turns.filter(({ role }) => role === 'contact').length < CONTACT_TURNS) return [];
  const own = stretches.filter(({ role }) => role === 'agent');
  const first = own.find(({ words }) => words.length > 3) ?? own[0];
  if (first === undefined) return [];
  if (!isDoubted(conversation)) return [];
  const faults: Fault[] = [];
  const isNamed = own.some((one) => chance(one, 'identify_self') >= TRACE) || isNameSaid(conversation);
  // An agent whom the contact calls by name is no stranger, and needs to name no company either.
  if (!isCompanyNamed(conversation, own) && !isKnown(conversation)) {
    faults.push(fault('no_company', [first.index], MISSING));
  }
  if (!isNamed) faults.push(fault('no_name', [first.index], MISSING));
  return faults;
}

/**
 * Recognition loses names: that one is missing is said only where the contact asks who is there, or where other things
 * in the call are wrong as well.
 */
function isDoubted(conversation: Conversation): boolean {
  const asks = conversation.stretches.some(
    ({ role, words, acts }) =>
      role === 'contact' &&
      Math.max(acts.ask_closed ?? 0, acts.ask_open ?? 0) >= LIKELY &&
      words.some(({ text }) => text === 'who'),
  );
  return asks || unfairness(conversation) >= LIKELY;
}

/**
 * What follows the agent's name may be a company that nobody recognised as one: `Brett at Comfort Zone`, or, where the
 * name is mangled, `this is brenda coil at lakes`.
 */
function isCompanyNamed(conversation: Conversation, own: readonly Stretch[]): boolean {
  const names = namesOf(conversation);
  return own.some((one) => {
    if (chance(one, 'identify_company') >= TRACE) return true;
    const words = one.words.map(({ text }) => text);
    const named = words.findLastIndex((word) => names.has(word));
    if (named >= 0) return words.length - 1 - named >= COMPANY_WORDS;
    const from = nameAfter(words);
    return from > 0 && words.slice(from + 1).some((word) => beforeCompany.has(word));
  });
}

/** Where a name starts that is introduced as one, `this is …`; 0 where none is. */
function nameAfter(words: readonly string[]): number {
  const at = words.findIndex(
    (word, i) =>
      word === 'is' &&
      beforeIs.has(words[i - 1] ?? '') &&
      words.length > i + 1 &&
      !noName.has(words[i + 1] ?? ''),
  );
  return at + 1;
}

const beforeIs = new Set(['this', 'name', 'it']);
const noName = new Set([
  'a',
  'an',
  'the',
  'about',
  'your',
  'my',
  'just',
  'in',
  'for',
  'not',
  'that',
  'so',
  'really',
]);
const beforeCompany = new Set(['from', 'with', 'at', 'over', 'of', 'for']);

function namesOf({ transcript }: Conversation): ReadonlySet<string> {
  const names = transcript.speakers.agent.toLowerCase().split(/\s+/);
  return new Set(names.filter((name) => name.length > 2));
}

function isNameSaid(conversation: Conversation): boolean {
  const names = namesOf(conversation);
  return conversation.stretches.some(({ words, role }) => {
    const texts = words.map(({ text }) => text);
    return texts.some((text) => names.has(text)) || (role === 'agent' && nameAfter(texts) > 0);
  });
}

/** The contact says the agent's name before the agent does. */
function isKnown({ people, stretches }: Conversation): boolean {
  const name = people.agent.toLowerCase();
  const said = stretches.find(({ words }) => words.some(({ text }) => text === name));
  return said?.role === 'contact';
}
