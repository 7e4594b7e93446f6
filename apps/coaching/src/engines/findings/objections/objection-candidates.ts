import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import type { Line, ObjectionKind } from '../findings.ts';
import type { Candidate } from '../key-words/choice-model.ts';

export const kindActs: readonly (Act & `object:${ObjectionKind}`)[] = [
  ...(['object:price', 'object:timing', 'object:no_time', 'object:authority', 'object:need'] as const),
  ...(['object:trust', 'object:competitor', 'object:existing_provider'] as const),
  ...(['object:information_first', 'object:not_interested'] as const),
];

/** What stretches of the contact may be objections: less likely ones were found to be none. */
const CONSIDERED_FROM = 0.1;
/** What speaks against every objection. */
export const noObjection: Candidate = { features: [hash('none')] };
const LIKELY = 0.4;

export interface ObjectionCandidate extends Candidate {
  stretch: Stretch;
}

/** That a stretch objects to something, whatever it is, as far as its acts tell. */
export function objecting(stretch: Stretch): number {
  return Math.min(
    1,
    kindActs.reduce((sum, act) => sum + chance(stretch, act), 0),
  );
}

/**
 * By what an objection is told from a fact: all acts of the stretch in steps of their probability, those before and
 * after it, and whether it is the line that shows what stood in the way.
 */
export function objectionCandidates(
  { stretches, turns }: Conversation,
  obstacle: Line | null,
): ObjectionCandidate[] {
  const likelyIn = (turn: number): Set<string> => {
    const { from = 0, to = 0 } = turns[turn] ?? {};
    return new Set(
      stretches
        .slice(from, to)
        .flatMap(({ acts }) => Object.entries(acts).flatMap(([act, p]) => (p > LIKELY ? [act] : []))),
    );
  };
  return stretches.flatMap((stretch) => {
    const sum = objecting(stretch);
    if (stretch.role !== 'contact' || sum < CONSIDERED_FROM) return [];
    const features = [
      ...steps('objects', sum, 20, 0),
      ...Object.entries(stretch.acts).flatMap(([act, p]) => steps(act, p, 8)),
      ...[...likelyIn(stretch.turn - 1)].map((act) => `before ${act}`),
      ...[...likelyIn(stretch.turn + 1)].map((act) => `after ${act}`),
      ...(obstacle?.stretch === stretch.index ? steps('obstacle', obstacle.probability, 6, 0) : []),
    ];
    return [{ stretch, features: features.map((feature) => hash(feature)) }];
  });
}

/** `price 1`, `price 2` … as far as the probability goes, so that more of it counts for more. */
function steps(name: string, probability: number, count: number, first = 1): string[] {
  const last = Math.min(count - 1 + first, Math.floor(probability * count));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => `${name} ${first + i}`);
}
