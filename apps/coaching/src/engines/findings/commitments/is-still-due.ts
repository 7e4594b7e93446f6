import { type Conversation, chance } from '../../conversation/conversation.ts';
import type { Agreement, Commitment, OutcomeCode } from '../findings.ts';

const LIKELY = 0.5;
const refused = new Set<OutcomeCode>(['not_interested', 'do_not_contact']);
const CALL = /^(?:Call|Ring|Phone|Try)\b/;
/** An invitation is to a meeting. */
const INVITATION = /\b(?:invite|invitation)\b/;

/** Whether an item still makes sense as the call ended: an invitation needs its meeting, a refusal takes wishes back. */
export function isStillDue(
  conversation: Conversation,
  { owner, text, stretches }: Commitment,
  agreements: readonly Agreement[],
  code: OutcomeCode | null,
): boolean {
  const own = stretches.flatMap((index) => conversation.stretches[index] ?? []);
  if (INVITATION.test(text) && code !== null && agreements.length === 0) {
    const isMet = code === 'appointment_set' || code === 'unclear';
    if (!isMet) return false;
  }
  if (code === null || !refused.has(code)) return true;
  // `Call me in the summer, when we've stopped laughing`, and `I'm writing down your number`.
  const isOffered = own.some((one) => one.role === owner && chance(one, 'promise') >= LIKELY);
  return isOffered || !(CALL.test(text) || (code === 'do_not_contact' && owner === 'contact'));
}
