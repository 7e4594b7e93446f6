import type { SpokenWord } from './spoken-words.ts';

/** `If you can`, `if you would`: politeness, not a condition. */
const POLITE = new Set('can could would will like want wish do get'.split(' '));

/** `Just say yes and I'll send it`. */
const ASSENTS = new Set(['yes', 'so', 'the']);

/** What is promised for the case that something happens may never fall due. */
export function isConditional(words: readonly SpokenWord[], at: number): boolean {
  for (let i = at - 1; i >= 0; i -= 1) {
    if (words[i + 1]?.pause === 'long') return false;
    const text = words[i]?.text ?? '';
    if (text === 'if' || text === 'unless') return !isPolite(words, i);
    if (text === 'say' && ASSENTS.has(words[i + 1]?.text ?? '') && words[at - 1]?.text === 'and') return true;
  }
  return false;
}

/** `Call me if it leaks` and `four o'clock or I'll call`: only with the other half is it understood when it is due. */
export function isHalf(words: readonly SpokenWord[], at: number, end: number): boolean {
  const isAlternative = at > 1 && words[at - 1]?.text === 'or';
  const next = words[end];
  const isBound = next !== undefined && next.pause !== 'long' && ['if', 'unless'].includes(next.text);
  return isAlternative || (isBound && !isPolite(words, end) && !isUnheard(words, end));
}

function isPolite(words: readonly SpokenWord[], at: number): boolean {
  return words[at + 1]?.text === 'you' && POLITE.has(words[at + 2]?.text ?? '');
}

/** `if I don't hear from you`: unless somebody does something, it is due. */
function isUnheard(words: readonly SpokenWord[], at: number): boolean {
  return words.slice(at + 1, at + 5).some(({ text }) => text === 'not');
}
