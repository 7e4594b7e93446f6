import { spokenWords } from '../../apps/transcription/src/speakers/spoken-words.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '_ ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS: Readonly<Record<string, string>> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth' },
  twelve: 'twelfth',
};
const CURRENCIES: Readonly<Record<string, string>> = { $: 'dollars', '£': 'pounds', '€': 'euros' };
/** One spelling for what sounds alike, and for what is written in two ways. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ...{ mr: 'mister', mrs: 'missus', dr: 'doctor', ok: 'okay', alright: 'all right', gonna: 'going to' },
  ...{ cannot: 'can not', pm: 'p m', "can't": 'can not', "o'clock": '', yeah: 'yes', yep: 'yes' },
  ...{ hm: '', hmm: '', mhm: '', huh: '', eh: '', oh: '', ha: '' },
};
const NUMBER_WORDS = new Set([...SMALL, ...TENS.slice(2), 'hundred', 'thousand', 'million']);

/**
 * The words of a text as both sides of a comparison are counted: lower case, without punctuation and fillers,
 * contractions and numbers written out. "It's $1,250 at 3 p.m." is "it is one thousand two hundred fifty dollars at
 * three p m".
 */
export function spokenForm(text: string): string[] {
  const said = text
    .normalize('NFKC')
    .replaceAll('’', "'")
    .replaceAll(/([$£€])\s?(\d[\d,]*)(?:\.(\d\d))?/g, (_, sign: string, whole: string, cents?: string) =>
      [amount(whole), CURRENCIES[sign], cents === undefined ? '' : `${Number(cents)}`].join(' '),
    )
    .replaceAll('%', ' percent ')
    .replaceAll('&', ' and ')
    .replaceAll(/(\d{1,2}):00\b/g, '$1')
    .replaceAll(/(\d{1,2}):(\d\d)\b/g, '$1 $2')
    .replaceAll(/\b(\w[\w.]*)@(\w[\w.]*)\b/g, (_, name: string, host: string) =>
      `${name} at ${host}`.replaceAll('.', ' dot '),
    )
    .replaceAll(
      /\b([ap])\.\s?m\b\.?|(?<=\d\s?)([ap])m\b/gi,
      (_, one?: string, other?: string) => ` ${one ?? other} m `,
    )
    .replaceAll(/\d{1,3}(?:,\d{3})+/g, amount)
    .replaceAll(/(\d+)\.(\d+)/g, (_, whole: string, part: string) => `${whole} point ${[...part].join(' ')}`)
    .replaceAll(/(\d+)(st|nd|rd|th)\b/gi, (_, digits: string) => ordinal(cardinal(digits)))
    .replaceAll(/\d+/g, (digits) => ` ${cardinal(digits)} `);
  const words = spokenWords(said).flatMap((word) => (SPELLINGS[word] ?? word).split(' ').filter(Boolean));
  // "two hundred and sixty" is "two hundred sixty".
  return words.filter(
    (word, at) =>
      word !== 'and' ||
      !/^(hundred|thousand)$/.test(words[at - 1] ?? '') ||
      !NUMBER_WORDS.has(words[at + 1] ?? ''),
  );
}

function cardinal(digits: string): string {
  const value = Number(digits);
  // A telephone number, a code.
  if (digits.length > 6 || (digits.length > 1 && digits.startsWith('0'))) {
    return [...digits].map((digit) => SMALL[Number(digit)]).join(' ');
  }
  const isYear = digits.length === 4 && value > 1100 && value < 2100 && value % 1000 > 9 && value % 100 > 0;
  if (isYear) return `${belowThousand(Math.floor(value / 100))} ${belowThousand(value % 100)}`;
  return amount(digits);
}

function amount(digits: string): string {
  const value = Number(digits.replaceAll(',', ''));
  const parts = [
    [Math.floor(value / 1_000_000), 'million'],
    [Math.floor(value / 1000) % 1000, 'thousand'],
    [value % 1000, ''],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${belowThousand(count)} ${unit}`);
  return said.join(' ').trim() || 'zero';
}

function belowThousand(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  if (value < 100) {
    const ones = value % 10;
    return `${TENS[Math.floor(value / 10)]}${ones === 0 ? '' : ` ${SMALL[ones]}`}`;
  }
  const rest = value % 100;
  return `${SMALL[Math.floor(value / 100)]} hundred${rest === 0 ? '' : ` ${belowThousand(rest)}`}`;
}

function ordinal(words: string): string {
  return words.replace(/\w+$/, (last) => ORDINALS[last] ?? `${last.replace(/y$/, 'ie')}th`);
}
