import t from 'tap';
import { isCased, quotesIn, redact } from '../src/redact.ts';

const words = ['Will Marker', 'will.m@acme.example', '+1 (415) 555-0142'];

t.test(
  'a label is that of a removed user, and a name within a text is erased, whole or in parts',
  async (t) => {
    t.equal(redact('will marker', words, true), 'Agent');
    t.equal(
      redact('Hi, Will Marker here; WILL, or Mr. Marker.', words, true),
      'Hi, [erased] here; [erased], or Mr. [erased].',
    );
    t.equal(redact('Write to Will.M@acme.example.', words, true), 'Write to [erased].');
    t.equal(redact('Ring +1 (415) 555-0142 or 555-0142', words, true), 'Ring [erased] or 555-0142');
  },
);

t.test('a name that is an ordinary word stays one where capitals are written', async (t) => {
  t.equal(redact('it will be a marker', words, true), 'it will be a marker');
  t.equal(redact('this is will marker and it will', words, false), 'this is [erased] and it [erased]');
  t.equal(isCased(['this is will', 'and 5 %']), false);
  t.equal(isCased(['this is Will']), true);
});

t.test('parts of words, initials, ids and numbers stay', async (t) => {
  t.equal(redact('Willow, Goodwill and Marker1', words, true), 'Willow, Goodwill and Marker1');
  t.equal(redact('J is fine', ['J Doe'], true), 'J is fine');
  const id = '0190abcd-0000-7000-8000-00000000face';
  t.strictSame(redact({ id, n: 1, none: null, yes: true }, ['Face'], false), {
    id,
    n: 1,
    none: null,
    yes: true,
  });
  t.equal(redact('Zoë, zoe', ['Zoë'], true), '[erased], zoe');
});

t.test('every text of a value is looked at, and nothing changes without words', async (t) => {
  const value = { a: ['Will', { quote: 'This is Will.' }], b: 1 };
  t.strictSame(redact(value, words, true), { a: ['[erased]', { quote: 'This is [erased].' }], b: 1 });
  t.equal(redact(value, ['', ' '], true), value);
  t.strictSame([...quotesIn(value)], ['This is Will.']);
});
