import type { Stretch } from '../../conversation/conversation.ts';

const LEAST_WORDS = 4;
const MOST_WORDS = 30;

export function isWishLine(stretch: Stretch): boolean {
  return stretch.role === 'contact' && isTelling(stretch);
}

export function isObstacleLine(stretch: Stretch): boolean {
  return stretch.role === 'contact' && stretch.words.length >= 2 && stretch.words.length <= MOST_WORDS;
}

function isTelling({ words }: Stretch): boolean {
  return words.length >= LEAST_WORDS && words.length <= MOST_WORDS;
}
