import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import { type ChoiceModel, choose, decodeChoices, weightOf } from '../key-words/choice-model.ts';
import { kindActs } from './objection-candidates.ts';
import stored from './objection-words-model.json' with { type: 'json' };

/** Weights by which words alone say whether a line objects, and to what. */
export interface ObjectionWords {
  objects: ChoiceModel;
  kinds: ChoiceModel;
}

const model: ObjectionWords = {
  objects: decodeChoices(stored.objects),
  kinds: decodeChoices(stored.kinds),
};

/** Words of the turn around the stretch, and of what it answers. */
const AROUND = 12;
const BEFORE = 16;
const STEM = 5;
export const OBJECTS = hash('objects');
export const kindsOfWords = kindActs.map((act) => hash(act));

/** How much its words alone speak for an objection, in log odds. */
export function weighWords(conversation: Conversation, stretch: Stretch, { objects } = model): number {
  const { own, around } = wordFeatures(conversation, stretch);
  return weightOf(objects, { features: [...own, ...around], kind: OBJECTS });
}

/** How likely it objects to each of `kindActs`, if it objects at all, by its words alone; they add up to 1. */
export function kindsByWords(conversation: Conversation, stretch: Stretch, { kinds } = model): number[] {
  const { own } = wordFeatures(conversation, stretch);
  return choose(
    kinds,
    kindsOfWords.map((kind) => ({ features: own, kind })),
  );
}

/**
 * Single words, pairs, threes and gaps of the stretch; and the words around it in its turn and at the end of the turn
 * before it.
 */
export function wordFeatures(
  { stretches, turns }: Conversation,
  stretch: Stretch,
): { own: number[]; around: number[] } {
  const { from = 0, to = 0 } = turns[stretch.turn] ?? {};
  const last = turns[stretch.turn - 1];
  const own = tokensOf([stretch]);
  const earlier = tokensOf(stretches.slice(from, stretch.index)).slice(-AROUND);
  const later = tokensOf(stretches.slice(stretch.index + 1, to)).slice(0, AROUND);
  const before = last === undefined ? [] : tokensOf(stretches.slice(last.from, last.to)).slice(-BEFORE);
  return {
    own: hashes([
      ...grams('', own, 3),
      ...own.filter((word) => word.length > STEM).map((word) => `stem ${word.slice(0, STEM)}`),
      `opens ${own[0]} ${own[1]}`,
      `length ${Math.min(10, own.length >> 1)}`,
      `alone ${from + 1 === to}`,
      ...(/\?["'”’]?$/.test(stretch.text.trim()) ? ['asks', `asks ${own[0]}`] : []),
      `place ${Math.min(4, stretch.turn)}`,
    ]),
    around: hashes([
      ...grams('earlier', earlier, 2),
      ...grams('later', later, 2),
      ...before.map((word) => `before ${word}`),
    ]),
  };
}

function hashes(names: readonly string[]): number[] {
  return names.map((name) => hash(name));
}

function tokensOf(said: readonly Stretch[]): string[] {
  return said.flatMap(({ words }) => words.map(({ text }) => (/\d/.test(text) ? '#' : text)));
}

function grams(name: string, words: readonly string[], most: 2 | 3): string[] {
  const found = words.map((word) => `${name} ${word}`);
  const framed = ['<', ...words, '>'];
  for (let i = 1; i < framed.length; i += 1) {
    const [two, one, word] = [framed[i - 2], framed[i - 1], framed[i]];
    found.push(`${name} ${one} ${word}`);
    if (most === 3 && two !== undefined)
      found.push(`${name} ${two} ${one} ${word}`, `${name} ${two} _ ${word}`);
  }
  return found;
}
