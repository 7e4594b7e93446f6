import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { replyTo } from '../reply-to.ts';
import { type Fault, fault } from './fault.ts';

const AGREED = 0.6;
/** How long it binds, and what it costs to leave: nothing else is a term here. */
const TERM =
  /\b(?:[\w-]+[ -](?:months?|years?)\b|(?:early )?(?:cancel\w*|termination) fee|contract|minimum term|renews? (?:itself|automatically))/i;
/** What is installed or billed on a day is no term. */
const MOST_ASKED = 6;

/**
 * A term that the contact learned of only after agreeing, and did not expect: they ask it back in the next turn, and nobody had
 * named it before.
 */
export function findLateTerms(conversation: Conversation): Fault | null {
  const { stretches } = conversation;
  const yes = stretches.find((one) => one.role === 'contact' && chance(one, 'buy') >= AGREED);
  if (yes === undefined) return null;
  const before = stretches.filter(({ index }) => index <= yes.index).map(({ text }) => text.toLowerCase());
  for (const told of stretches) {
    if (told.role !== 'agent' || told.turn <= yes.turn) continue;
    const term = TERM.exec(told.text)?.[0].toLowerCase();
    if (term === undefined || before.some((text) => text.includes(term))) continue;
    const asked = replyTo(conversation, told).find((one) => asksBack(one, term));
    if (asked !== undefined) return fault('late_terms', [told.index, asked.index], chance(yes, 'buy'));
  }
  return null;
}

/** `Sixty months?` */
function asksBack({ text, words }: Stretch, term: string): boolean {
  return text.trim().endsWith('?') && words.length <= MOST_ASKED && text.toLowerCase().includes(term);
}
