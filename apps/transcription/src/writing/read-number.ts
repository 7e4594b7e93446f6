const units = new Map(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen`
    .split(/\s+/)
    .map((word, index) => [word, index + 1]),
);
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);
const digits = new Map([['zero', 0], ['oh', 0], ['o', 0], ...[...units].slice(0, 9)]);

/** A number and how many words it takes. */
export interface ReadNumber {
  value: number;
  length: number;
}

/** A word that is, or is a part of, a number. */
export function isNumberWord(word: string): boolean {
  return (
    word
      .split('-')
      .every(
        (part) => units.has(part) || tens.has(part) || /^(zero|oh|hundred|thousand|million)$/.test(part),
      ) || /\d/.test(word)
  );
}

export function readDigit(word: string): number | null {
  return digits.get(word) ?? null;
}

/**
 * The whole number below a million that begins at `from`: `a hundred and twenty five`, `twenty-five`. Null where none does,
 * or where what follows makes two of it (`two fifty`).
 */
export function readNumber(words: readonly string[], from: number): ReadNumber | null {
  const first = words[from] ?? '';
  if (first === 'zero') return { value: 0, length: 1 };
  const thousands = readHundreds(words, from);
  if (thousands === null) return null;
  let { value, length } = thousands;
  if (words[from + length] === 'thousand') {
    value *= 1000;
    length += 1;
    const and = words[from + length] === 'and' ? 1 : 0;
    const rest = readHundreds(words, from + length + and);
    if (rest !== null) {
      value += rest.value;
      length += and + rest.length;
    }
  }
  // `A` alone is no number.
  return (first === 'a' && length === 1) || isNumberWord(words[from + length] ?? '')
    ? null
    : { value, length };
}

function readHundreds(words: readonly string[], from: number): ReadNumber | null {
  const first = readTens(words, from) ?? (words[from] === 'a' ? { value: 1, length: 1 } : null);
  if (first === null || words[from + first.length] !== 'hundred') {
    const isThousand = words[from] !== 'a' || words[from + 1] === 'thousand';
    return isThousand ? first : null;
  }
  const length = first.length + 1;
  const and = words[from + length] === 'and' ? 1 : 0;
  const rest = readTens(words, from + length + and);
  return rest === null
    ? { value: first.value * 100, length }
    : { value: first.value * 100 + rest.value, length: length + and + rest.length };
}

function readTens(words: readonly string[], from: number): ReadNumber | null {
  const word = words[from] ?? '';
  const unit = units.get(word);
  if (unit !== undefined) return { value: unit, length: 1 };
  const [first = '', second, third] = word.split('-');
  const ten = tens.get(first);
  if (ten === undefined || third !== undefined) return null;
  const last = units.get(second ?? words[from + 1] ?? '') ?? 0;
  const hasUnit = last > 0 && last < 10;
  if (second !== undefined) return hasUnit ? { value: ten + last, length: 1 } : null;
  return hasUnit ? { value: ten + last, length: 2 } : { value: ten, length: 1 };
}
