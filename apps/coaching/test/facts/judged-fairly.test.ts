import t from 'tap';
import { asksForNoCalls } from '../../src/facts/judged-fairly.ts';

t.test('who asks for no calls says so, and who speaks of one may object', async (t) => {
  for (const quote of [
    'No call. No team.',
    'Please, no calls',
    "Don't call me again.",
    'Stop calling.',
    'Quit calling here.',
    'No more calls, all right?',
    'Take me off your list.',
  ])
    t.ok(asksForNoCalls(quote), quote);
  for (const quote of [
    "There's no call for grit.",
    "I've no call to be looking at figures.",
    'I got no call back.',
    'No call-out fee?',
    "I don't call that cheap.",
    'Don’t call it a bargain.',
  ])
    t.notOk(asksForNoCalls(quote), quote);
});
