import type { CallFacts } from '../facts/call-facts.ts';
import type { Quote } from '../facts/criterion-of-call.ts';
import { exchangesOf, untilItsTurn } from '../facts/exchanges-of.ts';
import { isWhole } from '../facts/readable-quotes.ts';
import { capitalized, contactOf, dayName, listed, NAMELESS_CONTACT, sentence } from '../facts/wording.ts';
import { promisedAtOnce } from './step-details.ts';
import { tasksBeside } from './tasks-beside.ts';

export interface Step {
  readonly quote: Quote;
  readonly text: string;
  /** Of the day that it is for, where that is known. */
  readonly date?: string | undefined;
}

/** By the day on which the digest is read, the one after its last. */
export function isPast(date: string | null | undefined, until: string): boolean {
  return date != null && date <= until;
}

export function daysIn(call: CallFacts, quote: string) {
  return exchangesOf(call, 'arrangement')
    .flatMap(({ days = [] }) => days)
    .filter(({ day }) => quote.toLowerCase().includes(day.toLowerCase()));
}

export function dateIn(call: CallFacts, { quote }: Quote): string | undefined {
  return daysIn(call, quote).at(-1)?.date;
}

/** `Monday is 16 November.` */
export function dayOf(call: CallFacts, { quote }: Quote, until: string): string {
  const days = daysIn(call, quote);
  const named = days.map(
    ({ day, date }, index) => `${day}${index > 0 ? '' : date <= until ? ' was' : ' is'} ${dayName(date)}`,
  );
  return named.length === 0 ? '' : ` ${sentence(capitalized(listed(named)))}`;
}

export function owedIn(
  call: CallFacts,
  agent: string,
  { hasTime, isOver }: { hasTime: boolean; isOver: boolean },
): string {
  const tasks = tasksBeside(call, { hasTime });
  if (tasks.length === 0) return '';
  // Of two things it is not known which was promised so.
  const once = tasks.length === 1 ? promisedAtOnce(call) : '';
  return ` ${agent} ${isOver || once !== '' ? 'was' : 'is'} to ${listed(tasks)}${once}.`;
}

export function between(call: CallFacts, agent: string): string {
  if (contactOf(call) === NAMELESS_CONTACT)
    return `${agent} with whoever answered on ${dayName(call.occurred_at)}`;
  return `${agent} and ${contactOf(call)} on ${dayName(call.occurred_at)}`;
}

/** What a call ended with, in the contact's words where there are any. */
export function wordsOf(call: CallFacts): Quote | undefined {
  const { agent, outcomeQuotes } = call;
  const ofContact = outcomeQuotes.filter(({ speaker }) => speaker !== agent);
  const quote = ofContact.find(isWhole) ?? ofContact[0] ?? outcomeQuotes[0];
  return quote === undefined ? undefined : untilItsTurn(call, quote);
}
