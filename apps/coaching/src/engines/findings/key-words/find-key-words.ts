import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { choose } from './choice-model.ts';
import { type Ending, type LikelyEnding, weighEndings } from './endings.ts';
import stored from './key-words-model.json' with { type: 'json' };
import { lineCandidates, noLine } from './line-candidates.ts';
import { isObstacleLine, isWishLine } from './lines.ts';
import { decodeChoices } from './stored-choices.ts';
import { topicCandidates } from './topic-candidates.ts';

/** Words of one stretch, by their places in its segment's text. */
export interface TopicWords {
  stretch: Stretch;
  start: number;
  end: number;
  probability: number;
}

/** A stretch that shows something best. */
export interface Line {
  stretch: Stretch;
  probability: number;
}

const models = {
  about: decodeChoices(stored.about),
  wants: decodeChoices(stored.wants),
  obstacle: decodeChoices(stored.obstacle),
  ending: decodeChoices(stored.ending),
};

/** The noun phrase that names what the call is about; its probability counts all that overlap with it. */
export function topicWords(conversation: Conversation): TopicWords | null {
  const candidates = topicCandidates(conversation);
  const shares = choose(
    models.about,
    candidates.map(({ features }) => features),
    noLine(conversation),
  );
  const at = highest(shares);
  const best = candidates[at];
  const stretch = conversation.stretches[best?.stretch ?? -1];
  if (best === undefined || stretch === undefined) return null;
  const probability = candidates.reduce((sum, one, i) => {
    const overlaps = one.stretch === best.stretch && one.from < best.to && best.from < one.to;
    return overlaps ? sum + (shares[i] as number) : sum;
  }, 0);
  const start = stretch.words[best.from]?.start ?? 0;
  return { stretch, start, end: stretch.words[best.to - 1]?.end ?? start, probability };
}

/** What the contact says they need or struggle with. */
export function wishLine(conversation: Conversation): Line | null {
  return line('wants', conversation, isWishLine);
}

/** What the contact says really stands in the way. */
export function obstacleLine(conversation: Conversation): Line | null {
  return line('obstacle', conversation, isObstacleLine);
}

/** How the call may have ended, and which line shows it. */
export function likelyEndings(conversation: Conversation): Map<Ending, LikelyEnding> {
  return weighEndings(models.ending, conversation);
}

function line(
  key: 'wants' | 'obstacle',
  conversation: Conversation,
  is: (stretch: Stretch) => boolean,
): Line | null {
  const candidates = lineCandidates(conversation, is);
  const shares = choose(
    models[key],
    candidates.map(({ features }) => features),
    noLine(conversation),
  );
  const at = highest(shares);
  const stretch = conversation.stretches[candidates[at]?.stretch ?? -1];
  return stretch === undefined ? null : { stretch, probability: shares[at] as number };
}

function highest(shares: readonly number[]): number {
  return shares.reduce((best, share, i) => (share > (shares[best] ?? 0) ? i : best), 0);
}
