import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import { actFeatures, likeliestOf } from './act-features.ts';
import type { Candidate } from './choice-model.ts';

/** A stretch that may be the line to show. */
export interface LineCandidate extends Candidate {
  stretch: number;
}

export function lineCandidates(
  { stretches, turns }: Conversation,
  isCandidate: (stretch: Stretch) => boolean,
): LineCandidate[] {
  const own = stretches.filter(isCandidate);
  const likeliest = likeliestOf(own);
  return own.map((stretch) => {
    const { words, index, turn, role } = stretch;
    const left = Math.min(8, turns.length - 1 - turn);
    const size = Math.min(8, Math.round(words.length / 3));
    const acts = [...actFeatures(stretch), ...(likeliest.get(index) ?? []).map((act) => `top ${act}`)];
    const before = stretches[index - 1];
    const texts = words.map(({ text }) => text);
    const features = [
      `left${left}`,
      `at${Math.min(8, turn)}`,
      `size${size}`,
      role,
      `first ${texts[0]}`,
      `opens ${texts[0]} ${texts[1]}`,
      `closes ${texts.at(-1)}`,
      ...acts,
      ...acts.map((act) => `${act} ${role}`),
      ...acts.map((act) => `${act} size${Math.min(4, size)}`),
      ...(before === undefined
        ? []
        : actFeatures(before).map((act) => `before ${before.role === role} ${act}`)),
      ...texts.map((text) => `w ${text}`),
      ...texts.map((text, i) => `p ${texts[i - 1] ?? ''} ${text}`),
    ];
    return { stretch: index, features: features.map((feature) => hash(feature)) };
  });
}

/** What speaks for none of the candidates of a call. */
export function noneOf({ stretches }: Conversation): Candidate {
  return { features: [hash('none'), hash(`none ${Math.min(12, stretches.length >> 2)}`)] };
}

const MOST_WORDS = 30;

/** `I do.` says nothing of a need. */
export function mayTellNeed({ role, words }: Stretch): boolean {
  return role === 'contact' && words.length >= 4 && words.length <= MOST_WORDS;
}

/** `Too dear.` says enough. */
export function mayTellObstacle({ role, words }: Stretch): boolean {
  return role === 'contact' && words.length >= 2 && words.length <= MOST_WORDS;
}
