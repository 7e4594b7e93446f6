import t from 'tap';
import { composeAgenda } from '../../src/agendas/compose-agenda.ts';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { none, week, week3 } from '../fixtures/agenda-of-week.ts';
import { callOf } from '../fixtures/call-facts.ts';
import { digestOf, figures, price, three } from '../fixtures/composed-digest.ts';

const of = (calls: readonly CallFacts[], rated = calls.length) => ({
  ...figures(calls.length, 3, rated),
  agents: new Map([['ann', { calls: calls.length, rated, average_rating: 3 }]]),
});
const calls = week3({ listening: 4, question: 'What would you want to be different?' });
const missing = { indicator: 'asked_permission', text: 'asking whether it suits', points: 1 };
const opening = (missed: (typeof missing)[]) => ({
  ...{ id: 'opening', title: 'Opening', weight: 1, score: missed.length > 0 ? 3 : 4, potential: 4 },
  ...{ share: missed.length > 0 ? 0.75 : 1, heard: 'You gave your name', quotes: [] },
  ...{ indicators: ['introduced_self', 'asked_permission'], missed },
});
const went = {
  ...{ kind: 'beginning' as const, text: 'Hi, this is Ann.', segment_index: 0, start_time: 0 },
  ...{ before: null, after: 'Sure, go ahead.' },
};
const withOpening = calls.map((call, index) => ({
  ...call,
  exchanges: [went],
  criteria: [...call.criteria.filter(({ id }) => id === 'listening'), opening(index === 1 ? [missing] : [])],
}));

t.test('headline, agent and agenda say the same of a small thing that was missing', async (t) => {
  const { headline, agents } = digestOf(withOpening, of(withOpening));
  t.match(
    headline,
    "Opening comes out weakest, with 92 % of the points. Asking whether it suits was missing in Ann's call with Tom on 11 November.",
  );
  t.equal(agents[0]?.focus, 'Only a small thing, asking whether it suits (missing on 11 November)');
  const now = { calls: 3, rated: 3, average_rating: 3 };
  const agenda = composeAgenda({
    ...week,
    calls: withOpening,
    callsBefore: [],
    now,
    before: none,
    last: null,
  });
  t.match(agenda?.content.overview, 'One small thing: asking whether it suits was missing on 11 November.');
  t.equal(agenda?.content.drill, null);
});

t.test('an agent whose calls are enough for an agenda has the same task in the digest', async (t) => {
  const some = week3({ listening: 0 });
  t.match(digestOf(some, of(some, 2)).agents, [{ focus: /^Listening: / }]);
  t.match(digestOf(some.slice(1), of(some.slice(1))).agents, [{ focus: null }]);
});

t.test('what was done in all calls is told, and of what was done in some nothing', async (t) => {
  const heard = (texts: readonly string[]) =>
    three({ listening: 4 }).map((call, index) => ({
      ...call,
      criteria: call.criteria.map((one) => ({ ...one, heard: texts[index] ?? null })),
    }));
  const told = (texts: readonly string[]) => digestOf(heard(texts)).strengths[0]?.detail;
  t.equal(told(['You gave a figure', 'You gave a figure', 'You answered what was asked']), undefined);
  t.equal(told(Array(3).fill('You gave a figure')), 'The team gave a figure in all 3 calls.');
  const unclear = ['d', 'e'].map((id) => ({ ...callOf({ id }), criteria: [] }));
  t.equal(
    digestOf([...heard(Array(3).fill('You gave a figure')), ...unclear]).strengths[0]?.detail,
    undefined,
  );
});

t.test('who asks to be left alone is no objection, and nobody drills an answer to it', async (t) => {
  const [left] = three({ price: 'No call. No team. I would rather it were nothing.' });
  const alone = three({ price: 'No call. No team. I would rather it were nothing.' });
  t.strictSame(digestOf(alone).top_objections, []);
  t.notMatch(digestOf(alone).team_drill ?? '', 'No team');
  const wish = three({ price }).map((call) => ({ ...call, outcomes: ['do_not_contact'] }));
  t.strictSame(digestOf(wish).top_objections, []);
  t.strictSame(
    digestOf([...three({ price }), left as CallFacts]).top_objections.map(({ count }) => count),
    [3],
  );
});

t.test('a question for a number, and a remark on anything, show no strength', async (t) => {
  const shown = (indicator: string, quote: string) => {
    const all = three({ listening: 4, question: quote }).map((call) => ({
      ...call,
      criteria: call.criteria.map((one) => ({
        ...one,
        quotes: one.quotes.map((own) => ({ ...own, indicator })),
      })),
    }));
    return digestOf(all).strengths[0]?.detail ?? '';
  };
  t.match(shown('followed_up', 'What did they change on the bill?'), 'For example');
  t.notMatch(shown('followed_up', 'How many of them have gone like that?'), 'For example');
  t.match(shown('showed_understanding', 'I understand, that is hard.'), 'For example');
  t.notMatch(shown('showed_understanding', 'Oh, that’s a good one.'), 'For example');
});

t.test('a task that is about fairness is drilled by what was said, without whose words it was', async (t) => {
  const said = 'You are burning money every hour you leave it.';
  const unfair = three({ listening: 4 }).map((call) => ({
    ...call,
    criteria: [
      ...call.criteria,
      {
        ...{ id: 'fairness', title: 'Fairness', weight: 3, score: 0, potential: 2, share: 0, heard: null },
        ...{ indicators: ['stayed_fair'], quotes: [] },
        missed: [{ indicator: 'stayed_fair', text: 'a call without pushing', points: 2 }],
      },
    ],
    improvements: [
      {
        ...{ kind: 'pressure', text: 'Leave it out.' },
        quotes: [{ segment_index: 9, start_time: 90, speaker: 'Ann', quote: said }],
      },
    ],
  }));
  const { team_drill } = digestOf(unfair);
  t.match(team_drill, `one reads out what was said to John on 10 November: “${said}” The other says`);
  t.notMatch(team_drill, /Ann|plays the customer/);
});
