import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { type Ending, type LikelyEnding, weighEndings } from '../src/engines/findings/key-words/endings.ts';
import { likelyEndings } from '../src/engines/findings/key-words/find-key-words.ts';
import { decodeChoices, type StoredChoices } from '../src/engines/findings/key-words/stored-choices.ts';
import { keptFold, withoutWriter } from './cross-fit.ts';
import type { LabelledCall } from './read-calls.ts';

/** Kept by `train-key-words.ts`. */
const modelWithout = withoutWriter((fold) => decodeChoices(keptFold('endings', fold) as StoredChoices));

/** How a call of `calls/` may have ended, by weights that have not seen its writer. */
export function unseenEndings(call: LabelledCall, conversation: Conversation): Map<Ending, LikelyEnding> {
  const model = modelWithout(call);
  return model === null ? likelyEndings(conversation) : weighEndings(model, conversation);
}
