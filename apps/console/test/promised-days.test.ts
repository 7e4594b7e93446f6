import t from 'tap';
import { promisedDays } from '../src/pages/promised-days.ts';

// A Saturday, which is Sunday already in Berlin.
const called = '2026-11-28T23:30:00Z';
const days = (text: string, zone = 'UTC') => Object.fromEntries(promisedDays(text, called, zone));

t.test('days that were named are counted from the call, where the reader is', async (t) => {
  t.same(days('by email today, and on Monday morning'), { today: '2026-11-28', Monday: '2026-11-30' });
  t.same(days('by email today, and on Monday morning', 'Europe/Berlin'), {
    ...{ today: '2026-11-29', Monday: '2026-11-30' },
  });
  t.same(days('TOMORROW or tonight'), { tomorrow: '2026-11-29', tonight: '2026-11-28' });
  t.same(days('on friday'), { Friday: '2026-12-04' });
});

t.test('what may be one of two days, or is over, is left out', async (t) => {
  t.same(days('next Monday, last Tuesday, every Friday, on a Sunday'), {});
  t.same(days('on Saturday at ten'), {}, 'today, or in a week');
  t.same(days('on Saturday at ten', 'Europe/Berlin'), { Saturday: '2026-12-05' });
  t.same(days('Sundays and mondayish'), {});
});
