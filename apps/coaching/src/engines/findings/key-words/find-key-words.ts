import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { KeyWords, Line, TopicWords } from '../findings.ts';
import { type ChoiceModel, choose, decodeChoices } from './choice-model.ts';
import { type Ending, type LikelyEnding, weighEndings } from './endings.ts';
import stored from './key-words-model.json' with { type: 'json' };
import { lineCandidates, mayTellNeed, mayTellObstacle, noneOf } from './line-candidates.ts';
import { type TopicCandidate, topicCandidates } from './topic-candidates.ts';
import { probabilityOf, topicGroups } from './topic-groups.ts';

const models = {
  about: decodeChoices(stored.about),
  wants: decodeChoices(stored.wants),
  obstacle: decodeChoices(stored.obstacle),
  ending: decodeChoices(stored.ending),
};

/** The words of a call that say best what it is about, what the contact needs and what stands in the way. */
export function findKeyWords(conversation: Conversation): KeyWords {
  return {
    ...topicWords(conversation),
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

/** The likeliest phrase of one line, and of all nouns, wherever they were said, the one that the call is likeliest about. */
function topicWords(conversation: Conversation): Pick<KeyWords, 'topic' | 'subject' | 'naming'> {
  const candidates = topicCandidates(conversation);
  const shares = choose(models.about, candidates, noneOf(conversation));
  const best = candidates[highest(shares)];
  const groups = topicGroups(conversation, candidates, shares);
  const chances = groups.map(({ features }) => probabilityOf(stored.naming, features));
  const at = highest(chances);
  return {
    topic: best === undefined ? null : wordsOf(conversation, best, overlapping(candidates, shares, best)),
    subject: wordsOf(conversation, groups[at]?.best, chances[at]),
    naming: namingLine(candidates, shares),
  };
}

/** The stretch whose phrases are likeliest together. */
function namingLine(candidates: readonly TopicCandidate[], shares: readonly number[]): Line | null {
  const sums = new Map<number, number>();
  candidates.forEach(({ stretch }, i) => {
    sums.set(stretch, (sums.get(stretch) ?? 0) + (shares[i] as number));
  });
  const lines = [...sums].map(([stretch, probability]): Line => ({ stretch, probability }));
  return lines[highest(lines.map(({ probability }) => probability))] ?? null;
}

/** The probability of all candidates that overlap with it. */
function overlapping(
  all: readonly TopicCandidate[],
  shares: readonly number[],
  best: TopicCandidate,
): number {
  return all.reduce((sum, one, i) => {
    const overlaps = one.stretch === best.stretch && one.from < best.to && best.from < one.to;
    return overlaps ? sum + (shares[i] as number) : sum;
  }, 0);
}

function wordsOf(
  { stretches }: Conversation,
  candidate: TopicCandidate | undefined,
  probability = 0,
): TopicWords | null {
  const words = stretches[candidate?.stretch ?? -1]?.words;
  if (candidate === undefined || words === undefined) return null;
  const start = words[candidate.from]?.start ?? 0;
  const end = words[candidate.to - 1]?.end ?? start;
  return { stretch: candidate.stretch, start, end, probability };
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
