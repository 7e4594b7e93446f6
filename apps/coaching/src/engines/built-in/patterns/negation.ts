import negation from '../lexicons/negation.json' with { type: 'json' };
import type { Word } from '../text/document.ts';

const negators = new Set(negation.negators);
const adjacentNegators = new Set(negation.adjacent_negators);
const transparent = new Set(negation.transparent);
const REACH = 6;

/** Whether what stands at word `at` of its sentence is denied: `not too expensive`, `I don't think that is steep`. */
export function isNegated(words: readonly Word[], from: number, at: number): boolean {
  for (let i = at - 1; i >= from && i >= at - REACH; i -= 1) {
    const text = words[i]?.text ?? '';
    if (negators.has(text)) return true;
    if (i === at - 1 && adjacentNegators.has(text)) return true;
    if (!transparent.has(text)) return false;
  }
  return false;
}
