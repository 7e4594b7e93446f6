import t from 'tap';
import { splitWords } from '../../../../src/engines/conversation/split-words.ts';
import { merge, noTime } from '../../../../src/engines/findings/times/agreed-time.ts';
import { findTimes } from '../../../../src/engines/findings/times/find-times.ts';
import { resolveClock } from '../../../../src/engines/findings/times/resolve-time.ts';

/** Each time of a text as it resolves in a call on Friday 2026-11-20: `2026-11-26 15:15`, `-` for what is missing. */
function timesIn(text: string, isExpected = true): string[] {
  const context = { called: '2026-11-20', around: null, week: null };
  const words = splitWords(text).map((word) => word.text);
  return findTimes(words, isExpected).map((said) => {
    const { date, clock, part } = merge(noTime, said, context);
    const hour = clock === null ? null : resolveClock(clock, part, false);
    return `${said.isNegated ? 'not ' : ''}${said.isAhead ? '' : 'past '}${date ?? '-'} ${hour ?? '-'}`;
  });
}

function bareOf(text: string): string {
  return text.toLowerCase().replaceAll(/[?!,;-]|\.(?=\s|$)/g, ' ');
}

t.test('a day and an hour are found with or without punctuation', async (t) => {
  for (const [text, expected] of [
    ['How about Thursday at three-fifteen?', '2026-11-26 15:15'],
    ['Half six, Thursday.', '2026-11-26 18:30'],
    ["Monday week, let's say half ten", '2026-11-30 10:30'],
    ['a week on Monday at noon', '2026-11-30 12:00'],
    ['tomorrow at quarter to ten', '2026-11-21 09:45'],
    ['Saturday morning at nine fifteen', '2026-11-21 09:15'],
    ['tonight at eight', '2026-11-20 20:00'],
    ['The fourteenth at two?', '2026-12-14 14:00'],
    ['Wednesday, December second, one o’clock', '2026-12-02 13:00'],
    ['between eight and ten on Monday', '2026-11-23 08:00'],
    ['Sunday the twenty-ninth at half past two', '2026-11-29 14:30'],
    ['next Wednesday at twenty past eleven', '2026-11-25 11:20'],
    ['day after tomorrow at one', '2026-11-22 13:00'],
    ['a fortnight on Tuesday', '2026-12-08 -'],
    ['Tuesday, first thing', '2026-11-24 -'],
    ['in twenty minutes', '2026-11-20 -'],
  ] as const) {
    t.strictSame(timesIn(text), [expected], text);
    t.strictSame(timesIn(bareOf(text)), [expected], bareOf(text));
  }
});

t.test('digits are read as words are', async (t) => {
  for (const [text, expected] of [
    ['Thursday at 3', '2026-11-26 15:00'],
    ['tomorrow at 10:30am', '2026-11-21 10:30'],
    ['Wednesday the 25th at 7 p.m.', '2026-11-25 19:00'],
    ['Dec 3rd at 2', '2026-12-03 14:00'],
    ['from 2 to 4 tomorrow afternoon', '2026-11-21 14:00'],
  ] as const) {
    t.strictSame(timesIn(text), [expected], text);
  }
});

t.test('hours that a recogniser misheard are put right where a time is expected', async (t) => {
  t.strictSame(timesIn('tuesday at ate thirty'), ['2026-11-24 08:30']);
  t.strictSame(timesIn('friday at won'), ['2026-11-27 13:00']);
  t.strictSame(timesIn('quarter to too'), ['- 13:45']);
  t.strictSame(timesIn('that i can say to my boss'), []);
});

t.test('each of several times is found', async (t) => {
  t.strictSame(timesIn('Tuesday at ten or Wednesday at two'), ['2026-11-24 10:00', '2026-11-25 14:00']);
  t.strictSame(timesIn('not nine nine thirty'), ['- 09:30']);
});

t.test('prices, ages, counts, numbers and durations are not times', async (t) => {
  for (const text of [
    'it takes ten minutes',
    'maybe three and a half hours',
    'i am sixty seven',
    'call me at five five five one two three four',
    'twelve maple street',
    'two of us',
    'at least ten people',
    'i have two kids',
    'between five and six hundred',
    'the first step',
  ]) {
    t.strictSame(timesIn(text), [], text);
  }
  for (const text of ['eleven dollars', 'we have three', 'it is four thirty a month', 'one would think so']) {
    t.strictSame(timesIn(text, false), [], text);
  }
});

t.test('what has been, what keeps happening and opening hours are not ahead', async (t) => {
  t.strictSame(timesIn('last Tuesday'), ['past 2026-11-24 -']);
  t.strictSame(timesIn('every Monday'), ['past 2026-11-23 -']);
  t.ok(timesIn('Monday to Friday nine to five').every((time) => time.startsWith('past')));
});

t.test('a date whose weekday contradicts it is not resolved', async (t) => {
  t.strictSame(timesIn('Friday the twelfth at three'), ['- 15:00']);
  t.strictSame(timesIn('tomorrow, Tuesday, at nine'), ['- 09:00']);
});
