import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { replyTo } from '../reply-to.ts';
import { type Fault, fault } from './fault.ts';

const AGREED = 0.6;
const SPAN = String.raw`[\w-]{1,20}[ -](?:month|year)s?\b`;
/**
 * Words that bind for a span, or name what leaving costs. `I'll email you the contract` and `once a year` bind to nothing, and what
 * is installed or billed on a day is no term.
 */
const TERM = new RegExp(
  String.raw`\b(?:(?:(?:signed up|tied in|locked in|minimum term|contract (?:is|runs)|renews (?:itself|automatically))\b[^.?!]{0,40}?\b(${SPAN}))|((?:early )?(?:cancel\w{0,20}|termination) fee))`,
  'gi',
);
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
    const terms = [...told.text.matchAll(TERM)]
      .flatMap(([, span, fee]) => span ?? fee ?? [])
      .map((term) => term.toLowerCase())
      .filter((term) => !before.some((text) => text.includes(term)));
    const asked = replyTo(conversation, told).find((one) => terms.some((term) => asksBack(one, term)));
    if (asked !== undefined) return fault('late_terms', [told.index, asked.index], chance(yes, 'buy'));
  }
  return null;
}

/** `Sixty months?` */
function asksBack({ text, words }: Stretch, term: string): boolean {
  return text.trim().endsWith('?') && words.length <= MOST_ASKED && text.toLowerCase().includes(term);
}
