import type { Word } from '../text/document.ts';
import { compilePattern, type Pattern, type WordClasses } from './compile-pattern.ts';
import { type Match, matchAt, type Span } from './match-pattern.ts';

/** A named thing speakers say: any of the patterns, unless one of `unless` stands in the same sentence. */
export interface CueSource {
  any: readonly string[];
  unless?: readonly string[];
}

export interface CueMatch extends Match {
  cue: string;
}

interface Entry {
  cue: string;
  pattern: Pattern;
}

/** Many cues matched in one pass: patterns are found by the first word they can start with. */
export class CueIndex {
  readonly #byText = new Map<string, Entry[]>();
  readonly #byLemma = new Map<string, Entry[]>();
  readonly #unless = new Map<string, Pattern[]>();

  constructor(cues: Readonly<Record<string, CueSource>>, classes: WordClasses) {
    for (const [cue, { any, unless }] of Object.entries(cues)) {
      for (const source of any) this.#add({ cue, pattern: compilePattern(source, classes) });
      if (unless !== undefined) {
        this.#unless.set(
          cue,
          unless.map((source) => compilePattern(source, classes)),
        );
      }
    }
  }

  /** Matches in the sentence `within`, in order of their first word; the longest one of a cue at each place. */
  match(words: readonly Word[], within: Span): CueMatch[] {
    const found: CueMatch[] = [];
    for (let at = within.from; at < within.to; at += 1) {
      const word = words[at] as Word;
      const best = new Map<string, CueMatch>();
      for (const entry of this.#startingWith(word)) {
        const span = matchAt(entry.pattern, words, within, at);
        if (span === null) continue;
        const known = best.get(entry.cue);
        if (known === undefined || known.to < span.to) best.set(entry.cue, { cue: entry.cue, ...span });
      }
      found.push(...best.values());
    }
    return found.filter((match) => !this.#isRuledOut(match.cue, words, within));
  }

  *#startingWith(word: Word): Generator<Entry> {
    yield* this.#byText.get(word.text) ?? [];
    yield* this.#byLemma.get(word.lemma) ?? [];
    if (word.lemma !== word.text) yield* this.#byLemma.get(word.text) ?? [];
  }

  #isRuledOut(cue: string, words: readonly Word[], within: Span): boolean {
    const patterns = this.#unless.get(cue);
    if (patterns === undefined) return false;
    for (const pattern of patterns) {
      for (let at = within.from; at < within.to; at += 1) {
        if (matchAt(pattern, words, within, at) !== null) return true;
      }
    }
    return false;
  }

  #add(entry: Entry): void {
    for (const element of entry.pattern.elements) {
      if (element.kind === 'gap') throw new Error(`Pattern "${entry.pattern.source}" starts with a gap`);
      if (element.kind !== 'words') continue;
      for (const first of element.phrases.keys()) addTo(this.#byText, first, entry);
      for (const lemma of element.lemmas) addTo(this.#byLemma, lemma, entry);
      if (!element.optional) return;
    }
  }
}

function addTo(index: Map<string, Entry[]>, word: string, entry: Entry): void {
  const entries = index.get(word);
  if (entries === undefined) index.set(word, [entry]);
  else if (!entries.includes(entry)) entries.push(entry);
}
