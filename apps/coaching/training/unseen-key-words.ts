import type { Conversation } from '../src/engines/conversation/conversation.ts';
import type { Line } from '../src/engines/findings/findings.ts';
import { decodeChoices, type StoredChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { type Ending, type LikelyEnding, weighEndings } from '../src/engines/findings/key-words/endings.ts';
import { likelyEndings, obstacleLine } from '../src/engines/findings/key-words/find-key-words.ts';
import { keptFold, withoutWriter } from './cross-fit.ts';
import type { LabelledCall } from './read-calls.ts';

/** Kept by `train-key-words.ts`. */
const endingsWithout = withoutWriter((fold) => decodeChoices(keptFold('ending', fold) as StoredChoices));
const obstacleWithout = withoutWriter((fold) => decodeChoices(keptFold('obstacle', fold) as StoredChoices));

/** How a call of `calls/` may have ended, by weights that have not seen its writer. */
export function unseenEndings(call: LabelledCall, conversation: Conversation): Map<Ending, LikelyEnding> {
  const model = endingsWithout(call);
  return model === null ? likelyEndings(conversation) : weighEndings(model, conversation);
}

/** The line that shows best what stood in the way in a call of `calls/`, by weights that have not seen its writer. */
export function unseenObstacle(call: LabelledCall, conversation: Conversation): Line | null {
  return obstacleLine(conversation, obstacleWithout(call) ?? undefined);
}
