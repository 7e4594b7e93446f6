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

/** The longest match of `pattern` that starts at word `at` of the sentence `within`, or null. */
export function matchAt(pattern: Pattern, words: readonly Word[], within: Span, at: number): Match | null {
  // Positions reached so far and the focus each was reached with; a handful, so that arrays beat a map.
  let positions = [at];
  let focuses = [at];
  for (const element of pattern.elements) {
    const reached: number[] = [];
    const focused: number[] = [];
    for (let i = 0; i < positions.length; i += 1) {
      const focus = element.kind === 'focus' ? (positions[i] as number) : (focuses[i] as number);
      const before = reached.length;
      advance(element, words, within, positions[i] as number, reached);
      for (let added = before; added < reached.length; added += 1) focused.push(focus);
    }
    if (reached.length === 0) return null;
    positions = reached;
    focuses = focused;
  }
  let last = 0;
  for (let i = 1; i < positions.length; i += 1) {
    if ((positions[i] as number) > (positions[last] as number)) last = i;
  }
  return { from: at, to: positions[last] as number, focus: focuses[last] as number };
}

function advance(
  element: PatternElement,
  words: readonly Word[],
  within: Span,
  position: number,
  reached: number[],
): void {
  switch (element.kind) {
    case 'focus':
      reach(reached, position);
      return;
    case 'start':
      if (position === within.from) reach(reached, position);
      return;
    case 'end':
      if (position === within.to) reach(reached, position);
      return;
    case 'gap':
      for (let to = position; to <= Math.min(position + element.reach, within.to); to += 1)
        reach(reached, to);
      return;
    case 'notNext':
      if (position >= within.to || !element.words.has(words[position]?.text ?? '')) reach(reached, position);
      return;
    case 'notBefore':
      if (position <= within.from || !element.words.has(words[position - 1]?.text ?? '')) {
        reach(reached, position);
      }
      return;
    case 'words':
      if (element.optional) reach(reached, position);
      if (position < within.to) advanceByWords(element, words, within, position, reached);
  }
}

function advanceByWords(
  element: Extract<PatternElement, { kind: 'words' }>,
  words: readonly Word[],
  within: Span,
  position: number,
  reached: number[],
): void {
  const word = words[position] as Word;
  if (element.lemmas.size > 0 && (element.lemmas.has(word.lemma) || element.lemmas.has(word.text))) {
    reach(reached, position + 1);
  }
  const phrases = element.phrases.get(word.text);
  if (phrases === undefined) return;
  for (const phrase of phrases) {
    if (position + phrase.length <= within.to && startsWith(words, position, phrase)) {
      reach(reached, position + phrase.length);
    }
  }
}

function reach(reached: number[], position: number): void {
  if (!reached.includes(position)) reached.push(position);
}

function startsWith(words: readonly Word[], at: number, phrase: readonly string[]): boolean {
  for (let i = 1; i < phrase.length; i += 1) if (words[at + i]?.text !== phrase[i]) return false;
  return true;
}
