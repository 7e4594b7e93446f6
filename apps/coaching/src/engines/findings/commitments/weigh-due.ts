import type { Conversation } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import { choose, decodeChoices } from '../key-words/choice-model.ts';
import { type DueCandidate, dueCandidates, nothingDue } from './due-candidates.ts';
import stored from './due-model.json' with { type: 'json' };

const model = decodeChoices(stored);

/** A promise or a request, and how likely it is still to be done when the call is over. */
export interface WeighedCandidate extends DueCandidate {
  probability: number;
}

/** In the order of the call. @param code how it ended; null where that is not known. */
export function weighDue(
  conversation: Conversation,
  code: OutcomeCode | null,
  weights = model,
): WeighedCandidate[] {
  return dueCandidates(conversation, code).map((candidate) => ({
    ...candidate,
    probability: choose(weights, [candidate], nothingDue)[0] as number,
  }));
}
