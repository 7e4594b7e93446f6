import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import type { OutcomeCode } from '../findings.ts';
import { type ChoiceModel, decodeChoices, weightOf } from '../key-words/choice-model.ts';
import { softmax } from '../softmax.ts';
import stored from './second-look-model.json' with { type: 'json' };

const model = decodeChoices(stored);

/** The stretches of each side whose words count once more, as said at the end. */
const LAST = 8;
/** Of an ending that the network holds for next to impossible. */
const LEAST_SHARE = 1e-6;
const roles = ['agent', 'contact'] as const;

/** The words of each side, in the whole call and at its end: `the card went through` is a sale, whatever its acts. */
export function spokenFeatures({ stretches }: Conversation): number[] {
  return roles.flatMap((role) => {
    const own = stretches.filter((stretch) => stretch.role === role);
    return [...wordsOf(own, role), ...wordsOf(own.slice(-LAST), `${role} last`)];
  });
}

function wordsOf(stretches: readonly Stretch[], name: string): number[] {
  const words = new Set(stretches.flatMap((stretch) => stretch.words.map(({ text }) => text)));
  return [...words].map((word) => hash(`${name} ${word}`));
}

/**
 * How likely each ending is by its words as well. The network learnt from calls that its acts were learnt from, too;
 * this learnt from others how far it is right of a stranger's.
 */
export function lookAgain(
  shares: ReadonlyMap<OutcomeCode, number>,
  features: readonly number[],
  weights: ChoiceModel = model,
): Map<OutcomeCode, number> {
  const codes = [...shares.keys()];
  const sums = codes.map(
    (code) => logShare(shares.get(code)) + weightOf(weights, { features, kind: hash(code) }),
  );
  const found = softmax(sums);
  return new Map(codes.map((code, i) => [code, found[i] as number]));
}

export function logShare(share = 0): number {
  return Math.log(Math.max(LEAST_SHARE, share));
}
