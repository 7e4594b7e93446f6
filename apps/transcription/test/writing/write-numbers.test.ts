import t from 'tap';
import { writeAddresses } from '../../src/writing/write-addresses.ts';
import { writeNumbers } from '../../src/writing/write-numbers.ts';
import { words } from '../fixtures/said.ts';

const text = (list: { text: string }[]) => list.map((word) => word.text).join(' ');

const figures: Record<string, string> = {
  'it is twenty five dollars a month': 'it is $25 a month',
  'that is twenty-five dollars.': 'that is $25.',
  'Eighteen thousand dollars, he said': '$18,000, he said',
  'a hundred and fifty dollars': '$150',
  'nineteen dollars and ninety nine cents': '$19.99',
  'ten percent, or zero per cent': '10%, or 0%',
  'four point nine percent': '4.9%',
  'at three thirty p m on monday': 'at 3:30 PM on monday',
  'at nine a. m. or at ten fifteen pm?': 'at 9 AM or at 10:15 PM?',
  'from nine am to five oh five p.m.': 'from 9 AM to 5:05 PM.',
  'call four one five five five five oh one four two please': 'call 415-555-0142 please',
  'one eight hundred five five five oh one four two': '1-800-555-0142',
  'one four one five, five five five, oh one four two.': '1-415-555-0142.',
  'the number is one two three four five six seven eight': 'the number is 12345678',
  'double five five oh one four two': '555-0142',
};
for (const [said, written] of Object.entries(figures)) {
  t.test(`in figures: ${said}`, async (t) => t.equal(text(writeNumbers(words(said))), written));
}

t.test('other numbers stay as they were said', async (t) => {
  for (const said of [
    "three o'clock on tuesday",
    'thursday at five thirty',
    'a warranty of twenty five years for the two of us',
    'two or three dollars',
    'between ten and twenty percent',
    'twenty thirty dollars',
    'a few hundred dollars',
    'two million dollars',
    'two fifty dollars',
    'five and a half percent',
    'half past ten a m',
    'at ten am i right',
    'five. Dollars are what we take',
    'nine one one',
    'a dollar is a dollar',
    'room four one two',
    '1,250 dollars at 9 a.m.',
  ])
    t.equal(text(writeNumbers(words(said))), said);
});

t.test(
  'words that become one figure become one word, as long as they were and as sure as the least sure',
  async (t) => {
    const said = words('just twenty five / dollars, please', 2).map((word, index) => ({
      ...word,
      confidence: [0.9, 0.8, 0.4, null, 0.7][index] ?? null,
    }));
    t.strictSame(writeNumbers(said), [
      { text: 'just', start_time: 2, end_time: 2.25, confidence: 0.9 },
      { text: '$25,', start_time: 2.25, end_time: 3.1, confidence: 0.4 },
      { text: 'please', start_time: 3.1, end_time: 3.35, confidence: 0.7 },
    ]);
  },
);

const addresses: Record<string, string> = {
  'look at sunrise dot com': 'look at sunrise.com',
  'my email is maria at sunrise dot com': 'my email is maria@sunrise.com',
  'so email it to maria dot lopez at mail dot sunrise dot co dot uk.':
    'so email it to maria.lopez@mail.sunrise.co.uk.',
  'what email, it is m underscore lopez at sunrise dot com': 'what email, it is m_lopez@sunrise.com',
};
for (const [said, written] of Object.entries(addresses)) {
  t.test(`an address: ${said}`, async (t) => t.equal(text(writeAddresses(words(said))), written));
}

t.test('where nobody knows where an e-mail address begins, only its domain is one', async (t) => {
  t.equal(
    text(writeAddresses(words('email maria lopez at sunrise dot com'))),
    'email maria lopez at sunrise.com',
  );
  t.equal(text(writeAddresses(words('email us at sunrise dot com'))), 'email us at sunrise.com');
  t.equal(text(writeAddresses(words('they are at sunrise dot com'))), 'they are at sunrise.com');
});

t.test('what only sounds like an address stays', async (t) => {
  for (const said of ['connect the dot', 'a dot of paint', 'the dot com bubble', 'see you at the dot'])
    t.equal(text(writeAddresses(words(said))), said);
});
