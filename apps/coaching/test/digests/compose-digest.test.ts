import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { callOf } from '../fixtures/call-facts.ts';
import { digestOf, figures, price, three } from '../fixtures/composed-digest.ts';

t.test('a week without calls, and one with too few, say so and claim nothing', async (t) => {
  const none = digestOf([]);
  t.equal(none.headline, 'There were no analysed calls in the week of 9 November 2026.');
  const few = digestOf([callOf({ id: 'a' })]);
  t.match(
    few.headline,
    /^There was 1 analysed call in the week of 9 November 2026\. That is too little speech/,
  );
  for (const { strengths, gaps, top_objections, team_drill } of [none, few])
    t.strictSame([strengths, gaps, top_objections, team_drill], [[], [], [], null]);
});

t.test('the headline compares with the week before and names what costs most', async (t) => {
  const { headline } = digestOf(three({}), figures(3, 3.2), figures(4, 3.5));
  t.equal(
    headline,
    '3 calls in the week of 9 November 2026 were rated 3.2 of 5 on average, 0.3 less than in the week before. Most is to be gained in listening. No criterion got 70 % of its points in 3 calls or more, so none is called a strength.',
  );
});

t.test(
  'a strength is shown by words that are understood without the call, where there are any',
  async (t) => {
    const calls = [
      callOf({ id: 'a', listening: 4, question: 'And when do you see him again?' }),
      callOf({ id: 'b', listening: 4, question: 'What did they change on the bill?' }),
      callOf({ id: 'c', listening: 4 }),
    ];
    t.match(
      digestOf(calls).strengths[0]?.detail,
      /For example, Ann asked John on 10 November: “What did they change on the bill\?”$/,
      'one of each agent',
    );
  },
);

t.test('what is said to have got least is not praised', async (t) => {
  const { headline, strengths } = digestOf(three({ listening: 4, handling: 3 }));
  t.match(headline, 'Objection handling comes out weakest, with 75 % of the points.');
  t.match(strengths, [{ criterion_id: 'listening' }]);
});

t.test('an average of too few calls is compared with nothing', async (t) => {
  t.notMatch(digestOf(three({}), figures(3, 3.2), figures(2, 3.5)).headline, 'before');
});

t.test('the drill of the team uses what customers said', async (t) => {
  const { team_drill } = digestOf(three({ listening: 4, handling: 0, price }));
  t.match(
    team_drill,
    /^Objection handling, in pairs.* what John said on 10 November: “Eighteen thousand is a lot of money\.” The/,
  );
});

t.test('a strength is what earned its points, with the words that show it where there are any', async (t) => {
  const unquoted = digestOf(three({ listening: 4 }));
  t.match(unquoted.strengths, [
    {
      title: 'Listening',
      detail: 'The team listened in all 3 calls.',
    },
  ]);
  t.notMatch(unquoted.headline, 'strength');
  const { strengths } = digestOf(three({ listening: 4, question: 'What would you want to be different?' }));
  t.match(strengths, [
    { title: 'Listening', detail: /^The team listened in all 3 calls\. .* “What would you want/ },
  ]);
  const repeated = three({ listening: 4, question: 'Great, so one fifteen on Thursday the first.' }).map(
    (call) => ({
      ...call,
      criteria: call.criteria.map((one) => ({
        ...one,
        quotes: one.quotes.map((quote) => ({ ...quote, indicator: 'showed_understanding' })),
      })),
    }),
  );
  t.notMatch(digestOf(repeated).strengths[0]?.detail, 'one fifteen', 'an hour is nothing that was heard');
});

t.test('what is the next task of an agent is no strength of the team', async (t) => {
  const calls = ['a', 'b', 'c', 'd'].map((id) =>
    callOf({ id, listening: 4, handling: 4, question: 'What would you want to be different?' }),
  );
  const titles = (now: ReturnType<typeof figures>) =>
    digestOf(calls, now).strengths.map(({ title }) => title);
  t.strictSame(titles(figures(4, 3)), ['Listening']);
  const [first, ...others] = calls as [CallFacts, ...CallFacts[]];
  const worse = { ...first, criteria: callOf({ id: 'a', listening: 0, handling: 4 }).criteria };
  const now = { ...figures(4, 3), agents: new Map([['ann', figures(4, 3).team]]) };
  const { strengths, agents } = digestOf([worse, ...others], now);
  const well = digestOf(
    calls.map((call) => ({ ...call, criteria: callOf({ id: 'a', listening: 4, handling: 4 }).criteria })),
    now,
  );
  t.match(well.agents, [
    {
      focus:
        /^(?:Nothing in particular: nothing that was missed stood out$|Only a small thing, .* \(missing on )/,
    },
  ]);
  t.match(agents, [{ focus: /^Listening: more signs .* \(missing on 10 November\)$/ }]);
  t.strictSame(
    strengths.map(({ title }) => title),
    ['Objection handling'],
  );
});

t.test('where no criterion is a gap, the headline says which is weakest', async (t) => {
  t.match(
    digestOf(three({ listening: 3, handling: 4 })).headline,
    'There is no weakness that the whole team shares. Listening comes out weakest, with 75 % of the points.',
  );
  const once = [callOf({ id: 'a', listening: 0 }), ...['b', 'c'].map((id) => callOf({ id, listening: 3 }))];
  t.strictSame(digestOf(once).gaps, [], 'what one call missed');
});

t.test('where no criterion earned it, the digest says that there is no strength', async (t) => {
  const { strengths, headline } = digestOf(three({ listening: 2 }));
  t.strictSame(strengths, []);
  t.match(headline, 'No criterion got 70 % of its points in 3 calls or more, so none is called a strength.');
});

t.test('nothing of a call that pushed is an example of a strength', async (t) => {
  const pushed = { indicator: 'stayed_fair', text: 'a call without pushing', points: 2 };
  const calls = three({ listening: 4, question: 'What would you want to be different?' });
  const unfair = (call: CallFacts): CallFacts =>
    ({
      ...call,
      criteria: [...call.criteria, { ...callOf({ id: 'x' }).criteria[0], id: 'fairness', missed: [pushed] }],
    }) as CallFacts;
  t.match(digestOf(calls).strengths[0]?.detail, 'What would you want');
  t.notMatch(JSON.stringify(digestOf(calls.map(unfair)).strengths), 'What would you want');
});

t.test('who wants somebody there for the appointment that was set objected to nothing', async (t) => {
  const authority = (outcome: string) =>
    three({ outcome, price }).map((call) => ({
      ...call,
      objections: call.objections.map((one) => ({ ...one, kind: 'Authority' })),
    }));
  t.match(digestOf(authority('callback_requested')).top_objections, [{ label: 'Authority', count: 3 }]);
  t.strictSame(digestOf(authority('appointment_set')).top_objections, []);
});

t.test('the headline names what was sold', async (t) => {
  const [first, ...others] = three({});
  const sold = { ...(first as CallFacts), outcomes: ['sale_made'] };
  t.match(digestOf([sold, ...others]).headline, /\. One call ended with a sale, on 10 November\. /);
});

t.test(
  'an agent who sets no day is told so, and the next step is then not a strength of the team',
  async (t) => {
    const calls = (outcome: string) =>
      three({ listening: 4, handling: 4, outcome }).map((call) => ({
        ...call,
        criteria: call.criteria.map((one) =>
          one.id === 'listening' ? { ...one, id: 'next_step', title: 'Next step', indicators: [] } : one,
        ),
      }));
    const now = {
      ...figures(3, 3),
      agents: new Map([['ann', { calls: 3, rated: 3, average_rating: 3 }]]),
    };
    const { agents, strengths } = digestOf(calls('unclear'), now);
    t.match(agents[0]?.focus, 'setting a day for it');
    t.notOk(strengths.some(({ title }) => title === 'Next step'));
    t.notMatch(digestOf(calls('not_interested'), now).agents[0]?.focus, 'setting a day for it');
  },
);
