import { type Conversation, chance } from '../../conversation/conversation.ts';
import { wordsBefore } from '../reply-to.ts';
import { asksPrice } from './asks-price.ts';
import { type Fault, fault } from './fault.ts';

const LIKELY = 0.75;
/** A trace of a figure is enough not to say that it was hidden. */
const GIVEN = 0.2;
const TIMES = 2;
const ASKED = 0.3;

/** Asked what it costs twice or more, and no figure by the end. */
export function findHiddenPrice(conversation: Conversation): Fault | null {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  if (own.some((stretch) => chance(stretch, 'state_price') >= GIVEN)) return null;
  const dodges = own.filter((stretch) => chance(stretch, 'dodge_price') >= LIKELY);
  if (new Set(dodges.map(({ turn }) => turn)).size < TIMES) return null;
  for (const dodge of dodges) {
    const asked = wordsBefore(conversation, dodge).find(
      (one) => asksPrice(one) && chance(one, 'ask_open', 'ask_closed', 'object:price', 'request') >= ASKED,
    );
    if (asked === undefined) continue;
    return fault('hidden_price', [asked.index, dodge.index], chance(dodge, 'dodge_price'));
  }
  return null;
}
