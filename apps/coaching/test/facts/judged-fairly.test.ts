import t from 'tap';
import { asksForNoCalls, showsItself } from '../../src/facts/judged-fairly.ts';

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

t.test('who is told to leave words out finds in them why', async (t) => {
  const shows = (kind: string, quote: string) => showsItself({ kind, quotes: [{ quote }] });
  t.ok(shows('false_urgency', 'I can only hold it till six tonight.'));
  t.notOk(shows('false_urgency', 'You have two hundred dollars in credit with your name on it.'));
  t.ok(shows('unfair', 'You make the decision and surprise him.'));
  t.notOk(shows('unfair', 'for Wednesday, and then if he does not like it he can always'));
  t.ok(shows('price', 'it depends'), 'other advice is not about leaving out');
});
