import type { Digits } from './spoken-digits.ts';

/** A single digit and the word it is from; `at` is its place among the digits of a written number. */
export interface Digit {
  readonly digit: string;
  readonly of: Digits;
  readonly at: number;
}

const SHORTEST = 13;
const LONGEST = 19;
/** Ways of reading one run: a few words of it have two. */
const MOST_READINGS = 256;

/** First digits of the card schemes, and the lengths of their numbers, the usual one first. */
const schemes: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 13, 19]],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(6011|64[4-9]|65)/, [16, 19]],
  [/^(30[0-5]|309|36|38|39)/, [14, 16, 19]],
  [/^35(2[89]|[3-8])/, [16, 19]],
  [/^(62|81)/, [16, 17, 18, 19]],
  [/^(50|5[6-8]|6)/, [16, 12, 13, 14, 15, 17, 18, 19]],
  [/^(220[0-4]|9792|60|508)/, [16]],
];

/**
 * Payment card numbers in a run of digits, each with the digits that belong to it: of the first digits and the length of
 * a card scheme, or, where a run is nothing else, of any 13 to 19 digits; always with a valid Luhn check digit.
 * @param isStrict only numbers of a scheme
 */
export function findCardNumbers(run: readonly Digits[], isStrict: boolean): Digit[][] {
  if (run.reduce((sum, { readings }) => sum + longest(readings), 0) < 12) return [];
  const all = [...readingsOf(run)];
  // A wrong reading may hold a number by chance.
  const whole = all.find(({ digits }) => isWholeNumber(digits));
  if (whole !== undefined) return [whole.digits];
  for (const { digits, isPlain } of all) {
    const found = search(digits, isStrict || !isPlain);
    if (found.length > 0) return found;
  }
  return [];
}

function longest(readings: readonly string[]): number {
  return Math.max(...readings.map(({ length }) => length));
}

/** Every way to read a run. `isPlain`: each word by its first reading. */
function* readingsOf(run: readonly Digits[]): Generator<{ digits: Digit[]; isPlain: boolean }> {
  const open = run.filter(({ readings }) => readings.length > 1);
  const ways = Math.min(MOST_READINGS, 2 ** open.length);
  for (let way = 0; way < ways; way += 1) {
    const digits = run.flatMap((of) => {
      const choice = (way >> Math.min(open.indexOf(of), 30)) & 1;
      const reading = of.readings[of.readings.length === 1 ? 0 : choice] ?? '';
      return [...reading].map((digit, at) => ({ digit, of, at }));
    });
    yield { digits, isPlain: way === 0 };
  }
}

function search(digits: readonly Digit[], isStrict: boolean): Digit[][] {
  const text = digits.map(({ digit }) => digit).join('');
  if (isWholeNumber(digits)) return [[...digits]];
  const isWhole = !isStrict && isLong(text) && isLuhn(text);
  for (let start = 0; start + 12 <= text.length; start += 1) {
    if (start === 1 && isWhole) return [[...digits]];
    if (!canBegin(digits, start)) continue;
    const lengths = lengthsOf(text.slice(start)).filter((length) => start === 0 || length >= 14);
    for (const length of lengths) {
      const end = start + length;
      if (end > text.length || !canBegin(digits, end) || !isLuhn(text.slice(start, end))) continue;
      return [digits.slice(start, end), ...search(digits.slice(end), isStrict)];
    }
  }
  return isWhole ? [[...digits]] : [];
}

function isWholeNumber(digits: readonly Digit[]): boolean {
  const text = digits.map(({ digit }) => digit).join('');
  if (!hasScheme(text) || !isLuhn(text)) return false;
  // A code behind a number of the usual length may pass as one of another length.
  const [usual = 0] = lengthsOf(text);
  return usual >= text.length || !canBegin(digits, usual) || !isLuhn(text.slice(0, usual));
}

/** Numbers begin and end with a word, unless all was written as one. */
function canBegin(digits: readonly Digit[], index: number): boolean {
  const digit = digits[index];
  return digit === undefined || digit.at === 0 || longest(digit.of.readings) >= SHORTEST;
}

function isLong({ length }: string): boolean {
  return length >= SHORTEST && length <= LONGEST;
}

function lengthsOf(text: string): readonly number[] {
  return schemes.find(([prefix]) => prefix.test(text))?.[1] ?? [];
}

function hasScheme(text: string): boolean {
  return lengthsOf(text).includes(text.length);
}

/** The check digit of ISO/IEC 7812-1. A row of one digit only is nobody's number. */
export function isLuhn(text: string): boolean {
  if (/^(\d)\1*$/.test(text)) return false;
  const sum = [...text].reverse().reduce((total, one, index) => {
    const doubled = Number(one) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
