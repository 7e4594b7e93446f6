import fc from 'fast-check';
import t from 'tap';
import { isLuhn } from '../../src/cards/find-card-numbers.ts';
import { removeCardNumbers } from '../../src/cards/remove-card-numbers.ts';
import { digitRuns } from '../../src/cards/spoken-digits.ts';

/** `A: …` is the agent's, everything else the contact's. */
function removed(...lines: string[]): string[] {
  const segments = lines.map((line, index) => ({
    role: line.startsWith('A: ') ? 'agent' : 'contact',
    text: line.replace('A: ', ''),
    start_time: index,
    end_time: index + 0.5,
  }));
  const left = removeCardNumbers(segments);
  t.strictSame(
    left.map(({ start_time, end_time }) => [start_time, end_time]),
    segments.map(({ start_time, end_time }) => [start_time, end_time]),
    'each segment keeps its times',
  );
  return left.map(({ role, text }) => (role === 'agent' ? `A: ${text}` : text));
}

const number = '[card number]';
const code = '[security code]';
const numbers: Record<string, [string[], string[]]> = {
  'in groups of digits': [['My card is 4111 1111 1111 1111, please.'], [`My card is ${number}, please.`]],
  'with dashes': [['5500-0000-0000-0004'], [number]],
  'in one piece': [['it is 378282246310005'], [`it is ${number}`]],
  'as words': [['Four one one one, one one one one, one one one one, one one one one'], [number]],
  'as pairs': [['forty-one eleven eleven eleven eleven eleven eleven eleven'], [number]],
  'with repetitions': [
    ['it is five five double oh triple zero oh oh oh oh oh oh oh oh four'],
    [`it is ${number}`],
  ],
  'as a recogniser hears it': [['for won one one one one one one one one one one one one one one'], [number]],
  'over several segments, and between them others': [
    ['so 4111', 'A: okay', '1111 and then', 'A: go ahead', 'one one one one', '1111.'],
    [`so ${number}`, 'A: okay', `${number} and then`, 'A: go ahead', number, `${number}.`],
  ],
  'repeated in pieces, but for its last four digits': [
    ['4111 1111', 'A: 4111 1111', '1111 1111', 'A: 1111 1111, ending in 1111'],
    [number, `A: ${number}`, number, `A: ${number}, ending in 1111`],
  ],
  'where the voices were told apart wrongly': [
    ['4111 1111', 'A: 1111', '1111'],
    [number, `A: ${number}`, number],
  ],
  'in digits of another script': [
    ['４１１１ １１１１ １１１１ １１１１, or ٤١١١١١١١١١١١١١١١'],
    [`${number}, or ${number}`],
  ],
  'begun once more': [
    ['four one one one, sorry, let me start again, 4111:1111:1111:1111'],
    [`${number}, sorry, let me start again, ${number}`],
  ],
  'two in a row': [['4111 1111 1111 1111 5500 0000 0000 0004'], [`${number} ${number}`]],
  'of a card that no scheme is known of': [['it is 9111 1111 1111 1110'], [`it is ${number}`]],
};
for (const [form, [said, left]] of Object.entries(numbers)) {
  t.test(`a card number is removed: ${form}`, async (t) => t.strictSame(removed(...said), left));
}

const codes: Record<string, [string[], string[]]> = {
  'at once, behind the expiry date': [['4111 1111 1111 1111 12 26 123'], [`${number} 12 26 ${code}`]],
  'behind a number that is valid with it, too': [['4111 1111 1111 1111 987'], [`${number} ${code}`]],
  'under its name': [['4111111111111111, security code 123'], [`${number}, security code ${code}`]],
  'when somebody asks for it': [
    [
      '4111111111111111',
      'A: And the three digits on the back?',
      'One two three.',
      'A: One two three, thanks.',
    ],
    [number, 'A: And the three digits on the back?', `${code}.`, `A: ${code}, thanks.`],
  ],
  'of four digits, with words that may be digits': [
    ['378282246310005', 'A: the C I D or CVV?', 'it is for won to too'],
    [number, 'A: the C I D or CVV?', `it is ${code}`],
  ],
  'where the number itself was typed': [
    ['A: And the CVV?', 'nine eight seven'],
    ['A: And the CVV?', code],
  ],
  'behind the date that was asked for first': [
    ['4111111111111111', 'A: Expiry and security code?', 'twelve twenty six, and nine eight seven'],
    [number, 'A: Expiry and security code?', `twelve twenty six, and ${code}`],
  ],
};
for (const [form, [said, left]] of Object.entries(codes)) {
  t.test(`a security code is removed: ${form}`, async (t) => t.strictSame(removed(...said), left));
}

t.test('a card number is removed: counted in plurals, or written against letters', async (t) => {
  t.strictSame(removed('four triple one, four ones, one one one one one one one one'), ['[card number]']);
  t.strictSame(removed('card4111111111111111x'), ['card[card number]x']);
  t.strictSame(removed('three fours and a two'), ['three fours and a two']);
});

t.test('other numbers stay', async (t) => {
  for (const said of [
    ['Call 415 555 0142 or 415 555 0199'],
    ['It was 4111 1111 1111 1112'],
    ['twenty four dollars, 36 in 2024, or $450 for 12 months at 9:30, 10 percent off'],
    ['The security code for the gate is 4521'],
    ['My zip code is 90210 and the 4th of May 2026 is fine for two of us'],
    ['one two three four five six seven eight nine ten'],
  ])
    t.strictSame(removed(...said), said);
});

t.test('what is without a number is the same', async (t) => {
  const segments = [{ role: 'agent', text: 'Hello' }];
  t.equal(removeCardNumbers(segments)[0], segments[0]);
});

const words = 'zero one two three four five six seven eight nine'.split(' ');
const fillers = ['', ' um', ' and then', ', ', ' okay', ' uh', '. Then'];
const cardNumber = fc
  .record({
    prefix: fc.constantFrom('4', '51', '2221', '34', '37', '6011', '3528', '62'),
    rest: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 16, maxLength: 16 }),
  })
  .map(({ prefix, rest }) => {
    const length = prefix.startsWith('34') || prefix === '37' ? 15 : 16;
    const body = `${prefix}${rest.join('')}`.slice(0, length - 1);
    return [...words.keys()].map((digit) => `${body}${digit}`).find(isLuhn) ?? '';
  });
const saidAs = fc.array(
  fc.record({
    length: fc.integer({ min: 1, max: 6 }),
    isWritten: fc.boolean(),
    filler: fc.constantFrom(...fillers),
    endsSegment: fc.boolean(),
  }),
  { minLength: 16, maxLength: 16 },
);

t.test('however a number is said and divided, nothing of it is left', async () => {
  fc.assert(
    fc.property(cardNumber, saidAs, (card, groups) => {
      const segments: { role: string; text: string }[] = [];
      let text = 'Sure, my card is';
      let left = card;
      for (const { length, isWritten, filler, endsSegment } of groups) {
        if (left === '') break;
        const group = left.slice(0, length);
        left = left.slice(length);
        text += ` ${isWritten ? group : [...group].map((digit) => words[Number(digit)]).join(' ')}${filler}`;
        if (!endsSegment) continue;
        segments.push({ role: 'contact', text }, { role: 'agent', text: 'Okay, go on.' });
        text = '';
      }
      segments.push({ role: 'contact', text: `${text} whatever` });
      const kept = removeCardNumbers(segments).filter(({ role }) => role === 'contact');
      const runs = digitRuns(kept.map((one, segment) => ({ segment, text: one.text })));
      const digits = runs.flat().filter(({ readings }) => !readings.includes(''));
      if (digits.length > 0) throw new Error(JSON.stringify(kept));
    }),
    { numRuns: process.env.TEST_LONG ? 20_000 : 500 },
  );
});
