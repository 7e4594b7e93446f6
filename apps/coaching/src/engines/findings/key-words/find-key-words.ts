import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { KeyWords, Line, TopicWords } from '../findings.ts';
import { type ChoiceModel, choose, decodeChoices } from './choice-model.ts';
import { type Ending, type LikelyEnding, weighEndings } from './endings.ts';
import stored from './key-words-model.json' with { type: 'json' };
import { lineCandidates, mayTellNeed, mayTellObstacle, noneOf } from './line-candidates.ts';
import { topicCandidates } from './topic-candidates.ts';

const models = {
  about: decodeChoices(stored.about),
  wants: decodeChoices(stored.wants),
  obstacle: decodeChoices(stored.obstacle),
  ending: decodeChoices(stored.ending),
};

/** The words of a call that say best what it is about, what the contact needs and what stands in the way. */
export function findKeyWords(conversation: Conversation): KeyWords {
  return {
    topic: topicWords(conversation),
    need: line(models.wants, conversation, mayTellNeed),
    obstacle: obstacleLine(conversation),
  };
}

/** The contact's line that shows best what stood in the way. */
export function obstacleLine(conversation: Conversation, model = models.obstacle): Line | null {
  return line(model, conversation, mayTellObstacle);
}

/** How the call may have ended, and which line shows it. */
export function likelyEndings(conversation: Conversation): Map<Ending, LikelyEnding> {
  return weighEndings(models.ending, conversation);
}

/** Its probability counts all candidates that overlap with it. */
function topicWords(conversation: Conversation): TopicWords | null {
  const candidates = topicCandidates(conversation);
  const shares = choose(models.about, candidates, noneOf(conversation));
  const best = candidates[highest(shares)];
  const words = conversation.stretches[best?.stretch ?? -1]?.words;
  if (best === undefined || words === undefined) return null;
  const { stretch } = best;
  const probability = candidates.reduce((sum, one, i) => {
    const overlaps = one.stretch === stretch && one.from < best.to && best.from < one.to;
    return overlaps ? sum + (shares[i] as number) : sum;
  }, 0);
  const start = words[best.from]?.start ?? 0;
  return { stretch, start, end: words[best.to - 1]?.end ?? start, probability };
}

function line(
  model: ChoiceModel,
  conversation: Conversation,
  isCandidate: (stretch: Stretch) => boolean,
): Line | null {
  const candidates = lineCandidates(conversation, isCandidate);
  const shares = choose(model, candidates, noneOf(conversation));
  const at = highest(shares);
  const stretch = candidates[at]?.stretch;
  return stretch === undefined ? null : { stretch, probability: shares[at] as number };
}

/** The index of the highest. */
export function highest(shares: readonly number[]): number {
  return shares.reduce((best, share, i) => (share > (shares[best] ?? 0) ? i : best), 0);
}
