import t from 'tap';
import { daysOfItem } from '../../../../src/engines/findings/times/days-named.ts';
import { mentionsIn } from '../../../../src/engines/findings/times/mentions.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

// Friday 20 November 2026; in Sydney it is Saturday already.
const called = '2026-11-20T20:00:00Z';
function daysIn(promise: string, { zone, before = 'Thanks.' }: { zone?: string; before?: string } = {}) {
  const lines = [`C: ${before} {inform}`, `A: I will call you ${promise}. {promise}`];
  const spoken = talk(lines);
  const context = { ...spoken.context, occurred_at: called, ...(zone !== undefined && { time_zone: zone }) };
  const made = { ...spoken, context };
  const item = { text: `call you ${promise}`, stretches: [1] };
  return daysOfItem(made, mentionsIn(made), item).map(({ day, date }) => `${day} ${date}`);
}

t.test('a day that an item names is counted from the call, where the agent is', async (t) => {
  t.strictSame(daysIn('on Monday morning'), ['Monday 2026-11-23']);
  t.strictSame(daysIn('tomorrow'), ['tomorrow 2026-11-21']);
  t.strictSame(daysIn('tomorrow', { zone: 'Australia/Sydney' }), ['tomorrow 2026-11-22']);
  t.strictSame(daysIn('by email'), []);
});

for (const promise of [
  ...['Tuesday week', 'Friday week', 'Monday after next', 'in two weeks, on Tuesday', 'Monday the 16th'],
  ...['next Monday', 'on Tuesday in four weeks', 'two weeks from Tuesday', 'a week on Monday'],
  ...['on Tuesday of next week', 'on Monday the seventh', 'the following Monday'],
]) {
  t.test(`"${promise}" is not taken for the next such day`, async (t) => {
    t.strictSame(daysIn(promise), []);
  });
}

t.test('where the talk was of another week or of a day of the month before, no date is told', async (t) => {
  t.strictSame(daysIn('on Monday', { before: 'Not next week, the week after.' }), []);
  t.strictSame(daysIn('on Thursday', { before: 'Thursday, the nineteenth, at half past two?' }), []);
  t.strictSame(daysIn('on Thursday', { before: "So that's the 26th." }), []);
  t.strictSame(daysIn('on Thursday', { before: 'The first one was good.' }), ['Thursday 2026-11-26']);
});
