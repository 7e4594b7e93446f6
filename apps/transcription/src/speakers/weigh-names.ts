import lexicon from './lexicons/naming.json' with { type: 'json' };
import { likeness } from './name-likeness.ts';
import { PhraseIndex } from './spoken-words.ts';

/** Parts of both names, as `nameParts` gives them. */
export interface NameParts {
  readonly agent: readonly string[];
  readonly contact: readonly string[];
}

/** How much the words show their speaker to be the agent (above 0) or the contact (below 0). */
export interface NameWeights {
  introduction: number;
  address: number;
}

interface Cue {
  readonly kind: keyof NameWeights;
  readonly weight: number;
  /** How like a name the word must be: where an everyday word may follow as well, more. */
  readonly least: number;
}

const { introductions, addresses } = lexicon;
const cues = (phrases: readonly string[], cue: Cue) => phrases.map((phrase) => [phrase, cue] as const);
const BEFORE_NAME = new PhraseIndex<Cue>([
  ...cues(introductions.strong, { kind: 'introduction', weight: 5, least: 0.6 }),
  ...cues(introductions.weak, { kind: 'introduction', weight: 4, least: 0.75 }),
  ...cues(addresses.before, { kind: 'address', weight: -2, least: 0.75 }),
  ...cues(addresses.asking, { kind: 'address', weight: -2.5, least: 0.65 }),
]);
const AFTER_NAME: ReadonlySet<string> = new Set(introductions.after);
/** "X from …" at the start of a turn is an introduction, deep inside a sentence it may be anybody. */
const OPENING_WORDS = 6;

/** Weighs who a speaker says to be, and whom a speaker calls by name. One pass over the words. */
export function weighNames(words: readonly string[], names: NameParts): NameWeights {
  const weights: NameWeights = { introduction: 0, address: 0 };
  const used = new Set<number>();
  for (const { value: cue, from, length } of BEFORE_NAME.in(words)) {
    const at = from + length;
    // "Is this Laura? Ben Carter" has both names after the cue, of which the first is meant.
    const leaning =
      lean(candidates(words, at), names, cue.least) || lean(words.slice(at, at + 1), names, cue.least);
    if (leaning === 0) continue;
    weights[cue.kind] += cue.weight * leaning;
    used.add(at).add(at + 1);
  }
  for (const [at, word] of words.entries()) {
    if (at < OPENING_WORDS) {
      // "Wendy, Ben Carter" calls the one and names the other.
      const called = lean([word], names, 0.75);
      const named = lean(words.slice(at + 1, at + 2), names, 0.75);
      if (called * named < 0) {
        weights.introduction += 4 * named;
        used.add(at + 1);
        continue;
      }
    }
    if (used.has(at)) continue;
    if (at < OPENING_WORDS && AFTER_NAME.has(words[at + 1] ?? '')) {
      const leaning = lean([word], names, 0.75);
      weights.introduction += 3 * leaning;
      if (leaning !== 0) continue;
    }
    // People seldom say their own name in passing.
    weights.address -= 0.5 * lean([word], names, 1);
  }
  return weights;
}

/** The words where the name is due: given name, surname, or a name heard as two words. */
function candidates(words: readonly string[], at: number): string[] {
  const [first, second] = words.slice(at, at + 2);
  if (first === undefined) return [];
  return second === undefined ? [first] : [first, second, first + second];
}

function lean(heard: readonly string[], { agent, contact }: NameParts, least: number): number {
  return strength(heard, agent, least) - strength(heard, contact, least);
}

function strength(heard: readonly string[], parts: readonly string[], least: number): number {
  let best = 0;
  for (const word of heard) best = Math.max(best, likeness(word, parts));
  if (best === 1) return 1;
  return best < least ? 0 : 0.3 + (0.5 * (best - least)) / (1 - least);
}
