import t from 'tap';
import { callsOfAgents, timeNamed, withoutAsides } from '../../src/facts/wording.ts';

const call = (user_id: string, agent: string, day = '10') => ({
  ...{ user_id, agent, occurred_at: `2026-11-${day}T10:00:00Z` },
});

t.test('of many agents those with most calls are named', async (t) => {
  const some = [call('a', 'Ann Lee'), call('b', 'Ben Hall', '11'), call('b', 'Ben Hall', '12')];
  t.equal(callsOfAgents(some), 'a call of Ann on 10 November and calls of Ben on 11 and 12 November');
  const many = [
    call('c', 'Cy Ito'),
    call('d', 'Di Roe'),
    ...some,
    call('d', 'Di Roe', '13'),
    call('e', 'Ed Orr'),
  ];
  t.equal(
    callsOfAgents(many),
    'a call of Cy on 10 November, calls of Di on 10 and 13 November, calls of Ben on 11 and 12 November and calls of 2 more',
  );
});

t.test('two agents of one first name are told by both names', async (t) => {
  t.equal(
    callsOfAgents([call('a', 'Ann Lee'), call('b', 'Ann Hall', '11'), call('c', 'Cy Ito')]),
    'a call of Ann Lee on 10 November, a call of Ann Hall on 11 November and a call of Cy on 10 November',
  );
});

t.test('a day of the month that was said is told once', async (t) => {
  t.equal(timeNamed('Sunday the thirty-first at eleven', '2026-05-31T11:00'), 'Sunday 31 May at eleven');
  t.equal(timeNamed('Sunday at eleven', '2026-05-31T11:00'), 'Sunday 31 May at eleven');
});

t.test('what is called to somebody else in the midst of an answer is left out', async (t) => {
  t.equal(
    withoutAsides('It got Sal talking: “I call my nephew. Hey! Not there, in the walk-in”.'),
    'It got Sal talking: “I call my nephew”.',
  );
  t.equal(withoutAsides('“Hey! It is me.”'), '“Hey! It is me.”');
});
