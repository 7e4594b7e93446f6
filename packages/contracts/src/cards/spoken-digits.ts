/** Text of one speaker in the order in which it was said. */
export interface Said {
  readonly segment: number;
  readonly text: string;
}

/** A word that is, or may be, digits. Its readings are tried from the first on; an empty one: it is no digit. */
export interface Digits {
  readonly segment: number;
  readonly start: number;
  readonly end: number;
  readonly readings: readonly string[];
}

const units = 'zero one two three four five six seven eight nine'.split(' ');
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const digitsOf = new Map<string, readonly string[]>([
  ...units.map((word, digit) => [word, [`${digit}`]] as const),
  ...teens.map((word, index) => [word, [`${index + 10}`]] as const),
  ...tens.map((word, index) => [word, [`${(index + 2) * 10}`]] as const),
  ...['o', 'nought', 'naught', 'nil'].map((word) => [word, ['0']] as const),
  ['fourty', ['40']],
  ['niner', ['9']],
  // Also ordinary words, which recognisers write for digits.
  ...Object.entries({ oh: 0, won: 1, to: 2, too: 2, for: 4, fore: 4, ate: 8 }).map(
    ([word, digit]) => [word, [`${digit}`, '']] as const,
  ),
]);

const times = new Map([
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
  ['quadruple', 4],
]);
const zeros = new Map([
  ['hundred', '00'],
  ['thousand', '000'],
]);

/** What people say between the digits of one number. Any other word ends it. */
const betweenDigits = new Set(
  `a actually after again ah ahead all alright also and are as back by card cards comma correct correction dash
  digit digits dot ending ends er erm finally fine first followed go goes going good got great hang here hmm hold
  hyphen i i'm is it it's just last let let's lets like m me mean mhm mm more my next no not now number numbers
  ok okay on one's perfect please plus point read reading reads repeat repeating rest right say see slash slowly
  so sorry space start starts stop sure tell thank thanks that that's thats the then there's those uh uhuh um
  wait was we well which with yeah yep yes you`.split(/\s+/),
);

const counting = new Set('next last first final other the those'.split(' '));
const counted = new Set('digit digits number numbers more left'.split(' '));

/** `four ones`. */
const plurals = new Map(
  'zeros ones twos threes fours fives sixes sevens eights nines'
    .split(' ')
    .map((one, digit) => [one, `${digit}`]),
);
const howMany = new Map(
  'two three four five six seven eight nine'.split(' ').map((one, index) => [one, index + 2]),
);
/** As long as this, digits are a number of their own whatever they are written against. */
const SHORTEST_CARD = 13;

const word = /\d+|[\p{L}][\p{L}\p{M}'’]*/gu;
/** An amount, a share or a time of day is not part of a number. */
const breaks = /[$€£%@#]/;

/** The digits that follow each other with nothing but such words between them, across the segments of a speaker. */
export function digitRuns(said: readonly Said[]): Digits[][] {
  const runs: Digits[][] = [[]];
  for (const { segment, text: given } of said) {
    const text = plainDigits(given);
    const words = [...text.matchAll(word)].map((match) => ({
      text: match[0].toLowerCase().replace('’', "'"),
      start: match.index,
      end: match.index + match[0].length,
    }));
    let from = 0;
    for (let index = 0; index < words.length; index += 1) {
      const { text: one, start, end } = words[index] as (typeof words)[0];
      const gap = text.slice(from, start);
      if (breaks.test(gap) || isTime(words[index - 1]?.text, gap, one)) runs.push([]);
      from = end;
      const run = runs.at(-1) as Digits[];
      const next = words[index + 1];
      const readings = readingsOf(one, words[index - 1]?.text, next?.text);
      const several = plurals.get(next?.text ?? '');
      const count = several === undefined ? times.get(one) : howMany.get(one);
      const repeated =
        several ?? (next === undefined ? undefined : readingsOf(next.text, undefined, undefined)?.[0]);
      if (count !== undefined && next !== undefined && repeated?.length === 1) {
        run.push({ segment, start, end: next.end, readings: [repeated.repeat(count)] });
        index += 1;
        from = next.end;
      } else if (readings !== null && (one.length >= SHORTEST_CARD || !isPartOfWord(text, start, end))) {
        if (!isSum(text, run.at(-1), { segment, start, end, readings }))
          run.push({ segment, start, end, readings });
        else run.push(sum(run.pop() as Digits, { segment, start, end, readings }));
      } else if (zeros.has(one) && run.length > 0) {
        run.push({ segment, start, end, readings: [zeros.get(one) as string, ''] });
      } else if (!betweenDigits.has(one)) runs.push([]);
    }
    if (breaks.test(text.slice(from))) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** Full-width digits and those of other scripts, each in its place. */
function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    // Each script has its ten in a row.
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return digit.length === 1 ? `${value}` : digit;
  });
}

function readingsOf(one: string, before: string | undefined, after: string | undefined) {
  if (/^\d+$/.test(one)) return [one];
  const readings = digitsOf.get(one);
  if (readings === undefined) return null;
  // `the next four`, `three digits`: how many, perhaps.
  const isCount = counting.has(before ?? '') || counted.has(after ?? '');
  return isCount ? [...readings, ''] : readings;
}

/** `9:30`. */
function isTime(before: string | undefined, gap: string, after: string): boolean {
  return gap === ':' && /^\d{1,2}$/.test(before ?? '') && /^\d{2}$/.test(after);
}

/** `4th`, `B12`. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  return /[\p{L}\d]/u.test(text.charAt(end)) || /[\p{L}\d]/u.test(text.charAt(start - 1));
}

/** `forty` and `one`, as words. */
function isSum(text: string, ten: Digits | undefined, unit: Digits): boolean {
  return (
    ten?.segment === unit.segment &&
    ten.readings.length === 1 &&
    /^[2-9]0$/.test(ten.readings[0] ?? '') &&
    /^[1-9]$/.test(unit.readings[0] ?? '') &&
    /^\p{L}+[\s-]+\p{L}+$/u.test(text.slice(ten.start, unit.end))
  );
}

/** 41, or 40 and 1. */
function sum(ten: Digits, unit: Digits): Digits {
  const [first = ''] = ten.readings;
  const [last] = unit.readings;
  return { ...ten, end: unit.end, readings: [`${first.charAt(0)}${last}`, `${first}${last}`] };
}
