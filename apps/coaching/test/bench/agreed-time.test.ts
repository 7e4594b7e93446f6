import t from 'tap';
import { compareTimes, readTime } from '../../bench/agreed-time.ts';

const verdict = (when: string, as_agreed: string, at: string | null = null) =>
  compareTimes(when, { as_agreed, at });

t.test('hours are read as people say them', async (t) => {
  for (const [words, hours] of [
    ['Thursday at five thirty', [330]],
    ['half past one', [90]],
    ['quarter to nine', [525]],
    ["three o'clock", [180]],
    ['around seven forty-five', [465]],
    ['seven oh five', [425]],
    ['noon', [0]],
    ['between four and six', [240, 360]],
    ['2:30 p.m.', [150]],
    ['at 17:30', [330]],
  ] as const) {
    t.strictSame(readTime(words).hours, hours, words);
  }
});

t.test('days are weekdays, dates and today or tomorrow', async (t) => {
  t.match(readTime('Tuesday the ninth'), { weekday: 2, date: 9, relative: null, hours: [] });
  t.match(readTime('the twenty first'), { date: 21 });
  t.match(readTime('March 4 in the afternoon'), { date: 4, half: 'pm' });
  t.match(readTime('tonight at eight'), { relative: 'today', half: 'pm', hours: [480] });
});

t.test('a time is right when day, hour and half of the day are all there and nothing else is', async (t) => {
  t.equal(verdict('Thursday at five thirty', 'Thursday at five thirty', '2026-01-08T17:30'), 'right');
  t.equal(verdict('Tuesday the ninth at three', 'Tuesday at three pm'), 'right');
  t.equal(verdict('Thursday at five thirty', 'Thursday'), 'wrong', 'no hour');
  t.equal(verdict('Thursday at five thirty', 'five thirty'), 'wrong', 'no day');
  t.equal(verdict('Thursday at two', 'Thursday at two or three'), 'wrong', 'one hour too many');
  t.equal(verdict('the fourth, eight to ten', 'the fourth at eight'), 'wrong', 'half of the window');
  t.equal(verdict('tomorrow morning at nine', 'tomorrow at nine'), 'wrong', 'no half of the day');
  t.equal(verdict('Sunday at two thirty', 'Saturday at two thirty'), 'wrong', 'another day');
});

t.test('the resolved time must not contradict the words', async (t) => {
  t.equal(verdict('Thursday at two', 'Thursday at two', '2026-01-09T14:00'), 'wrong', 'a Friday');
  t.equal(verdict('Thursday at two', 'Thursday at two', '2026-01-08T15:00'), 'wrong');
  t.equal(verdict('Thursday at two', 'Thursday at two', '2026-01-08'), 'right', 'the day alone');
  t.equal(verdict('the ninth in the morning', 'the ninth in the morning', '2026-01-09T15:00'), 'wrong');
});

t.test('days of different kinds need a person', async (t) => {
  t.equal(verdict('today at five', 'Monday at five'), 'look at it');
});
