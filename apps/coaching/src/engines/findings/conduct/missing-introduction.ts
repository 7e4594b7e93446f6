import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import { type CallEnd, type Fault, fault } from './fault.ts';

/** A trace of an introduction is enough not to say that there was none. */
const TRACE = 0.15;
/** A call that ended before the contact's third turn never got beyond its opening. */
const CONTACT_TURNS = 4;
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
  const faults: Fault[] = [];
  const isNamed = own.some((one) => chance(one, 'identify_self') >= TRACE) || isNameSaid(conversation);
  // An agent whom the contact calls by name is no stranger, and needs to name no company either.
  if (!isCompanyNamed(conversation, own) && !isKnown(conversation)) {
    faults.push(fault('no_company', [first.index], MISSING));
  }
  if (!isNamed) faults.push(fault('no_name', [first.index], MISSING));
  return faults;
}

/** What follows the agent's own name may be a company that nobody recognised as one: `Brett at Comfort Zone`. */
function isCompanyNamed(conversation: Conversation, own: readonly Stretch[]): boolean {
  if (own.some((one) => chance(one, 'identify_company') >= TRACE)) return true;
  const names = namesOf(conversation);
  return own.some(({ words }, at) => {
    const named = words.findLastIndex(({ text }) => names.has(text));
    const rest = named < 0 ? 0 : words.length - 1 - named;
    const isIntroduction = chance(own[at] as Stretch, 'identify_self') >= TRACE;
    return rest >= COMPANY_WORDS || (isIntroduction && named < 0 && words.length > COMPANY_WORDS + 2);
  });
}

function namesOf({ transcript }: Conversation): ReadonlySet<string> {
  const names = transcript.speakers.agent.toLowerCase().split(/\s+/);
  return new Set(names.filter((name) => name.length > 2));
}

function isNameSaid(conversation: Conversation): boolean {
  const names = namesOf(conversation);
  return conversation.stretches.some(({ words }) => words.some(({ text }) => names.has(text)));
}

/** The contact says the agent's name before the agent does. */
function isKnown({ people, stretches }: Conversation): boolean {
  const name = people.agent.toLowerCase();
  const said = stretches.find(({ words }) => words.some(({ text }) => text === name));
  return said?.role === 'contact';
}
