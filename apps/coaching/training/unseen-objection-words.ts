import type { GoldCall } from '../bench/read-gold-calls.ts';
import { decodeChoices, type StoredChoices } from '../src/engines/findings/key-words/choice-model.ts';
import type { ObjectionWords } from '../src/engines/findings/objections/objection-words.ts';
import { keptFold } from './cross-fit.ts';
import { foldOfWholeCall } from './whole-calls.ts';

const kept = new Map<number, ObjectionWords>();

/** The weights of words of objections, learnt without the writer of a call that is labelled as a whole; kept by `train-objection-words.ts`. */
export function objectionWordsWithout(call: Pick<GoldCall, 'id'>): ObjectionWords {
  const fold = foldOfWholeCall(call);
  const known = kept.get(fold);
  if (known !== undefined) return known;
  const stored = keptFold('objection-words', fold) as Record<keyof ObjectionWords, StoredChoices>;
  const words = { objects: decodeChoices(stored.objects), kinds: decodeChoices(stored.kinds) };
  kept.set(fold, words);
  return words;
}
