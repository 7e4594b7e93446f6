import type { Word } from '../text/document.ts';
import type { Pattern, PatternElement } from './compile-pattern.ts';

export interface Span {
  from: number;
  to: number;
}

export interface Match extends Span {
  /** The word the pattern points at with `>`; its first word without. */
  focus: number;
}

/** Positions reached so far, each with the focus it was reached with. */
type Positions = Map<number, number>;

/** The longest match of `pattern` that starts at word `at` of the sentence `within`, or null. */
export function matchAt(pattern: Pattern, words: readonly Word[], within: Span, at: number): Match | null {
  let positions: Positions = new Map([[at, at]]);
  for (const element of pattern.elements) {
    const next: Positions = new Map();
    for (const [position, focus] of positions) {
      advance(element, words, within, position, (to) => {
        if (!next.has(to)) next.set(to, element.kind === 'focus' ? to : focus);
      });
    }
    if (next.size === 0) return null;
    positions = next;
  }
  const to = Math.max(...positions.keys());
  return { from: at, to, focus: positions.get(to) ?? at };
}

function advance(
  element: PatternElement,
  words: readonly Word[],
  within: Span,
  position: number,
  reach: (to: number) => void,
): void {
  switch (element.kind) {
    case 'focus':
      reach(position);
      return;
    case 'start':
      if (position === within.from) reach(position);
      return;
    case 'end':
      if (position === within.to) reach(position);
      return;
    case 'gap':
      for (let to = position; to <= Math.min(position + element.reach, within.to); to += 1) reach(to);
      return;
    case 'notNext':
      if (position >= within.to || !element.words.has(words[position]?.text ?? '')) reach(position);
      return;
    case 'notBefore':
      if (position <= within.from || !element.words.has(words[position - 1]?.text ?? '')) reach(position);
      return;
    case 'words':
      if (element.optional) reach(position);
      if (position >= within.to) return;
      if (element.lemmas.size > 0) {
        const word = words[position] as Word;
        if (element.lemmas.has(word.lemma) || element.lemmas.has(word.text)) reach(position + 1);
      }
      for (const phrase of element.phrases) {
        if (position + phrase.length <= within.to && startsWith(words, position, phrase)) {
          reach(position + phrase.length);
        }
      }
  }
}

function startsWith(words: readonly Word[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((text, i) => words[at + i]?.text === text);
}
