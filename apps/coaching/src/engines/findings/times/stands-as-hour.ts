import { isNumber } from './read-clock.ts';
import { afterHours, beforeHours, cardinals, largeNumbers, measures, misheardHours } from './time-words.ts';

const FREE = new Set(
  'be make call try take prefer half lovely alright well oh us me him them done pm better'.split(' '),
);

/**
 * Whether the words around a clock time without a firm shape let it be one. Where times are being talked about a bare
 * number is enough; elsewhere it takes `at` or a day beside it.
 */
export function standsAsHour(
  words: readonly string[],
  from: number,
  to: number,
  isExpected: boolean,
  isBesideDay: boolean,
): boolean {
  if (words.length === 1) return isExpected;
  const before = words[from - 1] ?? '';
  const after = words[to] ?? '';
  if (measures.has(after)) return false;
  const isRange = ['and', 'or', 'to'].includes(after) && (isNumber(words[to + 1]) || words[to + 1] === 'a');
  const ahead = words.slice(to + 2, to + 5);
  if (isRange && ahead.some((word) => measures.has(word) || largeNumbers.has(word))) return false;
  if (!isExpected && misheardHours.has(words[from] ?? '')) return false;
  if (isBesideDay && from + 1 < to) return true;
  if (beforeHours.has(before)) return isExpected || to >= words.length || afterHours.has(after);
  if (!isExpected || largeNumbers.has(after)) return false;
  const isOne = to === from + 1 && ['one', 'won', 'to', 'too', 'for'].includes(words[from] ?? '');
  if (isOne && from > 0 && !['or', 'is', 'not', 'make', 'no', 'yeah', 'yes'].includes(before)) return false;
  // `hold two` counts; `make it two` and `okay, two` do not.
  const isFree = from === 0 || afterHours.has(before) || FREE.has(before) || cardinals.has(before);
  if (to === from + 1 && !isFree && !isBesideDay) return false;
  return isBesideDay || from + 1 < to || to >= words.length || afterHours.has(after);
}
