import t from 'tap';
import { lastEnded, periodOn, periodsEnded } from '../../src/periods/calendar.ts';

t.test('a week is from Monday to Sunday, across months and years', async (t) => {
  t.strictSame(periodOn('weekly', '2026-11-15'), { start: '2026-11-09', end: '2026-11-15' });
  t.strictSame(periodOn('weekly', '2026-11-16'), { start: '2026-11-16', end: '2026-11-22' });
  t.strictSame(periodOn('weekly', '2027-01-01'), { start: '2026-12-28', end: '2027-01-03' });
});

t.test('half months end on the 15th and on the last day, also of a leap February', async (t) => {
  t.strictSame(periodOn('semimonthly', '2028-02-15'), { start: '2028-02-01', end: '2028-02-15' });
  t.strictSame(periodOn('semimonthly', '2028-02-16'), { start: '2028-02-16', end: '2028-02-29' });
  t.strictSame(periodOn('semimonthly', '2027-02-28'), { start: '2027-02-16', end: '2027-02-28' });
});

t.test('a month ends on its last day, also in December', async (t) => {
  t.strictSame(periodOn('monthly', '2026-12-31'), { start: '2026-12-01', end: '2026-12-31' });
  t.strictSame(periodOn('monthly', '2100-02-03'), { start: '2100-02-01', end: '2100-02-28' });
});

t.test('a period has ended at midnight UTC after its last day, and not a millisecond before', async (t) => {
  const before = lastEnded('weekly', new Date('2026-11-15T23:59:59.999Z'));
  t.strictSame(before, { start: '2026-11-02', end: '2026-11-08' });
  const after = lastEnded('weekly', new Date('2026-11-16T00:00:00.000Z'));
  t.strictSame(after, { start: '2026-11-09', end: '2026-11-15' });
});

t.test('the periods that ended between two instants follow one another without a gap', async (t) => {
  const [after, until] = [new Date('2026-01-07T10:00:00Z'), new Date('2027-01-07T10:00:00Z')];
  for (const [cadence, count] of [
    ['weekly', 52],
    ['semimonthly', 24],
    ['monthly', 12],
  ] as const) {
    const periods = periodsEnded(cadence, after, until);
    t.equal(periods.length, count, cadence);
    for (const [index, { start }] of periods.entries()) {
      const before = periods[index - 1];
      if (before !== undefined) t.equal(Date.parse(start) - Date.parse(before.end), 86_400_000);
    }
  }
  t.strictSame(periodsEnded('monthly', until, after), []);
});
