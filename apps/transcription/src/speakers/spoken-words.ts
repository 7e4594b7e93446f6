import lexicon from './lexicons/naming.json' with { type: 'json' };

const FILLERS: ReadonlySet<string> = new Set(lexicon.fillers);
const BEFORE_IS: ReadonlySet<string> = new Set(lexicon.isContractions);
const CONTRACTIONS: Readonly<Record<string, string>> = lexicon.contractions;

/** Words in lower case, without punctuation and fillers, contractions written out: "I'm" is "i am". */
export function spokenWords(text: string): string[] {
  const words: string[] = [];
  for (const raw of text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{N}']+/u)) {
    const word = raw.replace(/^'+|'+$/g, '');
    if (word === '' || FILLERS.has(word)) continue;
    const apostrophe = word.lastIndexOf("'");
    const stem = word.slice(0, Math.max(0, apostrophe));
    const ending = CONTRACTIONS[word.slice(stem.length)];
    if (stem !== '' && ending !== undefined) words.push(stem, ending);
    else if (word.endsWith("'s") && BEFORE_IS.has(stem)) words.push(stem, 'is');
    else words.push(word);
  }
  return words;
}

/** Phrases of a list by their words, so that a text is searched in one pass however long the list is. */
export class PhraseIndex<T> {
  readonly #values = new Map<string, T>();
  readonly #first = new Set<string>();
  #longest = 0;

  constructor(entries: Iterable<readonly [string, T]>) {
    for (const [phrase, value] of entries) {
      const words = spokenWords(phrase);
      this.#values.set(words.join(' '), value);
      this.#first.add(words[0] ?? '');
      this.#longest = Math.max(this.#longest, words.length);
    }
  }

  /** The longest phrase that starts at `from`. */
  at(words: readonly string[], from: number): { value: T; length: number } | null {
    // No phrase begins with most words.
    if (!this.#first.has(words[from] ?? '')) return null;
    for (let length = Math.min(this.#longest, words.length - from); length > 0; length--) {
      const value = this.#values.get(words.slice(from, from + length).join(' '));
      if (value !== undefined) return { value, length };
    }
    return null;
  }

  /** Phrases from left to right; none shares a word with another. */
  *in(words: readonly string[]): Generator<{ value: T; from: number; length: number }> {
    for (let from = 0; from < words.length; ) {
      const found = this.at(words, from);
      if (found) yield { ...found, from };
      from += found?.length ?? 1;
    }
  }
}
