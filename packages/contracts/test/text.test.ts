import fc from 'fast-check';
import t from 'tap';
import { isEmail, isHttpUrl, isStorableText, isTimeZone, parseInstant, parseTimeBound } from '../src/text.ts';

t.test('an instant is real and has an offset', async (t) => {
  t.equal(parseInstant('2026-11-20T10:00:00Z')?.toISOString(), '2026-11-20T10:00:00.000Z');
  t.equal(parseInstant('2026-11-20T10:00:00.123456+02:00')?.toISOString(), '2026-11-20T08:00:00.123Z');
  t.equal(parseInstant('2024-02-29T23:59Z')?.toISOString(), '2024-02-29T23:59:00.000Z');
  for (const value of [
    '0000-01-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-06-30T23:59:60Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '2026-01-01T00:00:00+24:00',
    '1',
    'now',
  ]) {
    t.equal(parseInstant(value), null, value);
  }
});

t.test('an instant is in the years 1 to 9999 in UTC, whatever its offset', async (t) => {
  for (const value of [
    '9999-12-31T23:59:59-10:00',
    '9999-12-31T23:59:59.999-00:01',
    '0001-01-01T00:00:00+10:00',
    '0001-01-01T00:00:00+00:01',
    '0000-12-31T23:00:00-02:00',
  ]) {
    t.equal(parseInstant(value), null, value);
    t.equal(parseTimeBound(value, 'upper'), null, value);
  }
  t.equal(parseInstant('9999-12-31T23:59:59+10:00')?.toISOString(), '9999-12-31T13:59:59.000Z');
  t.equal(parseInstant('9999-12-31T23:59:59.999Z')?.toISOString(), '9999-12-31T23:59:59.999Z');
  t.equal(parseInstant('0001-01-01T00:00:00Z')?.toISOString(), '0001-01-01T00:00:00.000Z');
  t.equal(parseInstant('0001-01-01T00:00:00-10:00')?.toISOString(), '0001-01-01T10:00:00.000Z');
});

t.test('every instant JavaScript writes is read back as the same', async () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('0001-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59Z'),
        noInvalidDate: true,
      }),
      (date) => parseInstant(date.toISOString())?.getTime() === date.getTime(),
    ),
  );
});

t.test('a URL is http or https and carries no credentials', async (t) => {
  for (const value of ['http://a.example/x.mp3?y=1', 'HTTPS://A.example', 'http://127.0.0.1:8080/'])
    t.ok(isHttpUrl(value), value);
  for (const value of [
    'ftp://a',
    'a.mp3',
    'http://',
    'http://u:p@a',
    'http://u@a',
    'http://a b',
    'http://a\n',
    'javascript:1',
    'http:a',
  ])
    t.notOk(isHttpUrl(value), value);
});

t.test('zones, e-mail addresses and storable text are what they say', async (t) => {
  t.ok(isTimeZone('Europe/Berlin'));
  t.ok(isTimeZone('UTC'));
  t.notOk(isTimeZone('+02:00'));
  t.notOk(isTimeZone('Mars/Olympus'));
  t.ok(isEmail("o'neil+x@mail.example.com"));
  for (const value of ['a', '@b', 'a@', 'a@b@c', 'a b@c', `${'a'.repeat(250)}@b.example`])
    t.notOk(isEmail(value), value);
  t.notOk(isStorableText('\u0000'));
  t.notOk(isStorableText('\udc00'));
  t.ok(isStorableText('💬\n'));
});

t.test('a date alone bounds its whole UTC day', async (t) => {
  t.equal(parseTimeBound('2026-11-20', 'lower')?.toISOString(), '2026-11-20T00:00:00.000Z');
  t.equal(parseTimeBound('2026-11-20', 'upper')?.toISOString(), '2026-11-20T23:59:59.999Z');
  t.equal(parseTimeBound('2026-11-20T01:00:00+01:00', 'upper')?.toISOString(), '2026-11-20T00:00:00.000Z');
  t.equal(parseTimeBound('2026-02-30', 'lower'), null);
});

t.test(
  'a date-time without an offset is UTC, and a plus that a query string made a space is a plus',
  async (t) => {
    t.equal(parseTimeBound('2026-11-20T10:00', 'upper')?.toISOString(), '2026-11-20T10:00:00.000Z');
    t.equal(parseTimeBound('2026-11-20T10:00:00.5', 'lower')?.toISOString(), '2026-11-20T10:00:00.500Z');
    t.equal(parseTimeBound('2026-11-20T10:00:00 01:00', 'lower')?.toISOString(), '2026-11-20T09:00:00.000Z');
    for (const value of [
      '2026-11-20 10:00',
      '2026-11-20T25:00',
      '2026-11-20T',
      '2026-11-20T10:00:00 ',
      '2026-11-20 01:00',
    ])
      t.equal(parseTimeBound(value, 'lower'), null, value);
  },
);

t.test('an instant lies between the bounds of its own UTC day, and in those of no other', async () => {
  const date = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T23:59:59Z'),
    noInvalidDate: true,
  });
  const isWithin = (day: string, instant: Date) => {
    const [from, to] = [parseTimeBound(day, 'lower'), parseTimeBound(day, 'upper')];
    return from !== null && to !== null && from <= instant && instant <= to;
  };
  fc.assert(
    fc.property(date, date, (one, other) => {
      const [day, otherDay] = [one, other].map((value) => value.toISOString().slice(0, 10)) as [
        string,
        string,
      ];
      return isWithin(day, one) && (day === otherDay) === isWithin(otherDay, one);
    }),
  );
});

t.test('digits that are not a calendar date are not a bound', async () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
  fc.assert(
    fc.property(digits(4), digits(2), digits(2), (year, month, day) => {
      const text = `${year}-${month}-${day}`;
      const read = Date.parse(`${text}T00:00:00Z`);
      const isReal = year !== '0000' && !Number.isNaN(read) && new Date(read).toISOString().startsWith(text);
      return (parseTimeBound(text, 'lower') !== null) === isReal;
    }),
  );
});
