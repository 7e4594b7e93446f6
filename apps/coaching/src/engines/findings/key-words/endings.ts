import type { Conversation } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import type { OutcomeCode } from '../findings.ts';
import { type ChoiceModel, choose, type Features } from './choice-model.ts';
import { lineCandidates } from './line-candidates.ts';

/** The ways in which labelled calls end. */
export const endings = [
  ...(['appointment_set', 'sale_made', 'callback_requested', 'not_interested', 'do_not_contact'] as const),
  ...(['left_voicemail', 'wrong_number', 'next_step_agreed', 'not_qualified', 'gatekeeper'] as const),
] satisfies OutcomeCode[];
export type Ending = (typeof endings)[number];

/** That a call ended so, and that this stretch decided it. */
export interface EndingCandidate {
  ending: Ending;
  stretch: number;
  features: Features;
}

/** How likely a call ended so, as far as one line of it tells, and how likely which line does, if it did. */
export interface LikelyEnding {
  probability: number;
  line: { stretch: number; probability: number } | null;
}

/** Nothing speaks for no ending: every call has one. */
export const noEnding: Features = [hash('no ending')];

export function endingCandidates(conversation: Conversation): EndingCandidate[] {
  const lines = lineCandidates(conversation, () => true);
  return endings.flatMap((ending) => {
    const own = hash(ending);
    return lines.map(({ stretch, features }) => ({
      ending,
      stretch,
      features: Uint32Array.from(features, (feature) => Math.imul(feature ^ own, 0x9e3779b1) >>> 7),
    }));
  });
}

export function weighEndings(model: ChoiceModel, conversation: Conversation): Map<Ending, LikelyEnding> {
  const candidates = endingCandidates(conversation);
  const shares = choose(
    model,
    candidates.map(({ features }) => features),
    noEnding,
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  return new Map(
    endings.map((ending) => {
      const own = candidates.flatMap((candidate, i) =>
        candidate.ending === ending ? [{ stretch: candidate.stretch, share: shares[i] as number }] : [],
      );
      const probability = own.reduce((sum, { share }) => sum + share, 0);
      const [best] = own.sort((a, b) => b.share - a.share || a.stretch - b.stretch);
      const line =
        best === undefined || probability === 0
          ? null
          : { stretch: best.stretch, probability: best.share / probability };
      return [ending, { probability: probability / Math.max(all, Number.MIN_VALUE), line }];
    }),
  );
}
