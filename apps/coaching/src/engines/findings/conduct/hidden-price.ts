import { type Conversation, chance } from '../../conversation/conversation.ts';
import { wordsBefore } from '../reply-to.ts';
import { asksPrice } from './asks-price.ts';
import { type Fault, fault } from './fault.ts';

const LIKELY = 0.55;
/** A trace of a figure is enough not to say that it was hidden. */
const GIVEN = 0.2;
const TIMES = 2;

/** Asked what it costs twice or more, and no figure by the end. */
export function findHiddenPrice(conversation: Conversation): Fault | null {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  if (own.some((stretch) => chance(stretch, 'state_price') >= GIVEN)) return null;
  const dodges = own.filter(
    (stretch) =>
      chance(stretch, 'dodge_price') >= LIKELY &&
      wordsBefore(conversation, stretch).some(
        (asked) => chance(asked, 'ask_open', 'ask_closed', 'object:price', 'request', 'object:trust') >= 0.3,
      ),
  );
  const turns = new Set(dodges.map(({ turn }) => turn));
  const [first, last] = [dodges[0], dodges.at(-1)];
  if (turns.size < TIMES || first === undefined || last === undefined) return null;
  const probability = Math.min(chance(first, 'dodge_price'), chance(last, 'dodge_price'));
  const asked = conversation.stretches.find(
    (one) =>
      one.role === 'contact' &&
      one.index < last.index &&
      asksPrice(one) &&
      chance(one, 'ask_open', 'ask_closed', 'object:price', 'request') >= 0.3,
  );
  if (asked === undefined) return null;
  const dodge = dodges.find(({ index }) => index > asked.index) ?? last;
  return fault('hidden_price', [...new Set([asked.index, dodge.index, last.index])], probability);
}
