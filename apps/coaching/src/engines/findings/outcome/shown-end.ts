import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, likeliest } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import type { Ending, LikelyEnding } from '../key-words/endings.ts';

/** More than half of the lines that are likelier are the very ones that were marked. */
const SHOWN_FROM = 0.45;
/** These end in one way, whoever says it. */
const plain: Partial<Record<OutcomeCode, readonly Act[]>> = {
  left_voicemail: ['machine', 'leave_message'],
  wrong_number: ['wrong_person'],
};
const PLAIN_FROM = 0.5;

/** The stretch that shows best how the call ended; null where none is likely to. */
export function shownEnd(
  { stretches }: Conversation,
  endings: ReadonlyMap<Ending, LikelyEnding>,
  code: OutcomeCode,
): number | null {
  if (code === 'unclear' || code === 'no_conversation') return null;
  const acts = plain[code];
  if (acts !== undefined) {
    const found = likeliest(stretches, ...acts);
    return found !== undefined && chance(found, ...acts) >= PLAIN_FROM ? found.index : null;
  }
  const line = endings.get(code === 'no_next_step' ? 'next_step_agreed' : (code as Ending))?.line;
  return line !== null && line !== undefined && line.probability >= SHOWN_FROM ? line.stretch : null;
}
