import type { Conversation } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import type { OutcomeCode } from '../findings.ts';
import { type Candidate, type ChoiceModel, choose } from './choice-model.ts';
import { lineCandidates } from './line-candidates.ts';

/** The ways in which labelled calls end. */
export const endings = [
  ...(['appointment_set', 'sale_made', 'callback_requested', 'not_interested', 'do_not_contact'] as const),
  ...(['left_voicemail', 'wrong_number', 'next_step_agreed', 'not_qualified', 'gatekeeper'] as const),
] satisfies OutcomeCode[];
export type Ending = (typeof endings)[number];

/** That a call ended so, and that this stretch decided it. */
export interface EndingCandidate extends Candidate {
  ending: Ending;
  stretch: number;
}

/** How likely a call ended so, as far as one line of it tells, and how likely which line does, if it did. */
export interface LikelyEnding {
  probability: number;
  line: { stretch: number; probability: number } | null;
}

const kinds = endings.map((ending) => ({ ending, kind: hash(ending) }));

export function endingCandidates(conversation: Conversation): EndingCandidate[] {
  const lines = lineCandidates(conversation, () => true);
  return kinds.flatMap(({ ending, kind }) =>
    lines.map(({ stretch, features }) => ({ ending, kind, stretch, features })),
  );
}

export function weighEndings(model: ChoiceModel, conversation: Conversation): Map<Ending, LikelyEnding> {
  const candidates = endingCandidates(conversation);
  const shares = choose(model, candidates);
  const found = new Map(
    endings.map((ending) => [ending, { probability: 0, line: null } as LikelyEnding] as const),
  );
  candidates.forEach(({ ending, stretch }, i) => {
    const own = found.get(ending) as LikelyEnding;
    const probability = shares[i] as number;
    own.probability += probability;
    if (probability > (own.line?.probability ?? 0)) own.line = { stretch, probability };
  });
  for (const { probability, line } of found.values()) if (line !== null) line.probability /= probability;
  return found;
}
