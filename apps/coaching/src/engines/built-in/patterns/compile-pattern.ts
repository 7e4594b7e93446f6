/**
 * Patterns over the words of a sentence, as the lexicons write them. Elements are separated by spaces:
 *
 *     send|email|text    one of these words          take_off|remove   `_` joins words that follow each other
 *     @send              any form of a word           <day>             a class of words and phrases
 *     my?                may be missing               ~3                up to three words of any kind
 *     !not|never         the next word is none of them, consuming nothing
 *     <!not|never        the word before is none of them
 *     ^ and $            start and end of the sentence
 *     >                  the word the match is about comes next
 *
 * Matching carries a set of positions forward, so its cost is bounded by elements × words whatever the text is.
 */
export type PatternElement =
  | {
      kind: 'words';
      phrases: Phrases;
      lemmas: ReadonlySet<string>;
      optional: boolean;
    }
  | { kind: 'gap'; reach: number }
  | { kind: 'notNext'; words: ReadonlySet<string> }
  | { kind: 'notBefore'; words: ReadonlySet<string> }
  | { kind: 'focus' }
  | { kind: 'start' }
  | { kind: 'end' };

/** Phrases by their first word. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

export interface Pattern {
  source: string;
  elements: readonly PatternElement[];
}

export type WordClasses = Readonly<Record<string, readonly string[]>>;

export function compilePattern(source: string, classes: WordClasses): Pattern {
  const elements = source.split(' ').map((element) => compileElement(element, source, classes));
  const first = elements.find((element) => element.kind === 'words');
  if (first === undefined) throw new Error(`Pattern "${source}" names no word`);
  return { source, elements };
}

function compileElement(element: string, source: string, classes: WordClasses): PatternElement {
  if (element === '>') return { kind: 'focus' };
  if (element === '^') return { kind: 'start' };
  if (element === '$') return { kind: 'end' };
  if (element.startsWith('~')) return { kind: 'gap', reach: Number.parseInt(element.slice(1), 10) };
  if (element.startsWith('<!'))
    return {
      kind: 'notBefore',
      words: wordSet(element.slice(2), source, classes),
    };
  if (element.startsWith('!'))
    return {
      kind: 'notNext',
      words: wordSet(element.slice(1), source, classes),
    };
  const optional = element.endsWith('?');
  const phrases = new Map<string, string[][]>();
  const lemmas = new Set<string>();
  for (const alternative of alternatives(optional ? element.slice(0, -1) : element, source, classes)) {
    if (alternative === '') throw new Error(`Pattern "${source}" has an empty alternative`);
    if (alternative.startsWith('@')) lemmas.add(alternative.slice(1));
    else {
      const words = alternative.split(/[_ ]/);
      const first = words[0] as string;
      phrases.set(first, [...(phrases.get(first) ?? []), words]);
    }
  }
  return { kind: 'words', phrases, lemmas, optional };
}

function wordSet(list: string, source: string, classes: WordClasses): ReadonlySet<string> {
  return new Set(alternatives(list, source, classes));
}

function alternatives(list: string, source: string, classes: WordClasses): string[] {
  return list.split('|').flatMap((alternative) => {
    if (!alternative.startsWith('<')) return [alternative];
    const words = classes[alternative.slice(1, -1)];
    if (words === undefined) throw new Error(`Pattern "${source}" names an unknown class ${alternative}`);
    return words.flatMap((word) => (word.startsWith('<') ? alternatives(word, source, classes) : [word]));
  });
}
