import type { Conversation } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import type { OutcomeCode } from '../findings.ts';
import { type ChoiceModel, choose, decodeChoices } from '../key-words/choice-model.ts';
import { softmax } from '../softmax.ts';
import stored from './second-look-model.json' with { type: 'json' };

const model = decodeChoices(stored);

/** The stretches of each side whose words count once more, as said at the beginning, towards the end and at the end. */
const BEGIN = 3;
const LAST = 8;
const END = 3;
/** How much either look counts, of logarithms. */
const BY_ACTS = 0.8;
const BY_WORDS = 0.3;
/** Of an ending that the network holds for next to impossible. */
const LEAST_SHARE = 1e-6;
const roles = ['agent', 'contact'] as const;

/** The words of each side, in the whole call and at its ends: `the card went through` is a sale, whatever its acts. */
export function spokenFeatures({ stretches }: Conversation): number[] {
  const names = roles.flatMap((role) => {
    const own = stretches
      .filter((stretch) => stretch.role === role)
      .map(({ words }) => words.map(({ text }) => (/\d/.test(text) ? '#' : text)));
    const last = own.slice(-LAST);
    return [
      ...own.flat().map((word) => `${role} ${word}`),
      ...own.slice(0, BEGIN).flatMap((said) => said.map((word) => `${role} begin ${word}`)),
      ...last.flat().map((word) => `${role} last ${word}`),
      ...last.flatMap((said) => said.map((word, i) => `${role} last ${said[i - 1] ?? '<'} ${word}`)),
      ...own.slice(-END).flatMap((said) => said.map((word) => `${role} end ${word}`)),
    ];
  });
  return [...new Set([...names, `stretches ${Math.min(8, stretches.length >> 3)}`])].map((name) =>
    hash(name),
  );
}

/** How likely each ending is by the words alone. */
export function endingsByWords(
  codes: readonly OutcomeCode[],
  features: readonly number[],
  weights: ChoiceModel = model,
): number[] {
  return choose(
    weights,
    codes.map((code) => ({ features, kind: hash(code) })),
  );
}

/**
 * How likely each ending is by acts and words together. The network on acts learnt from calls that its acts were learnt
 * from, too; the words are learnt from more calls, by more writers.
 */
export function lookAgain(
  shares: ReadonlyMap<OutcomeCode, number>,
  features: readonly number[],
  weights?: ChoiceModel,
): Map<OutcomeCode, number> {
  const codes = [...shares.keys()];
  const byWords = endingsByWords(codes, features, weights);
  const found = softmax(
    codes.map((code, i) => BY_ACTS * logShare(shares.get(code)) + BY_WORDS * logShare(byWords[i])),
  );
  return new Map(codes.map((code, i) => [code, found[i] as number]));
}

function logShare(share = 0): number {
  return Math.log(Math.max(LEAST_SHARE, share));
}
