import type { GoldCall } from '../bench/read-gold-calls.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import type { Outcome } from '../src/engines/findings/findings.ts';
import {
  type ChoiceModel,
  decodeChoices,
  type StoredChoices,
} from '../src/engines/findings/key-words/choice-model.ts';
import { decideOutcome } from '../src/engines/findings/outcome/decide-outcome.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import { keptFold } from './cross-fit.ts';
import { foldOfWholeCall } from './whole-calls.ts';

const kept = new Map<number, ChoiceModel>();

/** The second look at endings without the writer of a call that is labelled as a whole; kept by `train-second-look.ts`. */
export function secondLookWithout(call: Pick<GoldCall, 'id'>): ChoiceModel {
  const fold = foldOfWholeCall(call);
  const model = kept.get(fold) ?? decodeChoices(keptFold('second-look', fold) as StoredChoices);
  kept.set(fold, model);
  return model;
}

/** How such a call ended, by weights that have not seen its writer. */
export function unseenOutcome(call: Pick<GoldCall, 'id'>, conversation: Conversation): Outcome {
  return decideOutcome(conversation, negotiate(conversation), secondLookWithout(call));
}
