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
      /For example, Ann to John on 10 November: “What did they change on the bill\?” and Ann to John on 10 November: “And when do you see him again\?”$/,
    );
  },
);

t.test('what is said to have got least is not praised', async (t) => {
  const { headline, strengths } = digestOf(three({ listening: 4, handling: 3 }));
  t.match(headline, 'objection handling got least, 75 % of its points.');
  t.match(strengths, [{ criterion_id: 'listening' }]);
});

t.test('an average of too few calls is compared with nothing', async (t) => {
  t.notMatch(digestOf(three({}), figures(3, 3.2), figures(2, 3.5)).headline, 'before');
});

t.test('an objection is told with an answer that was taken, of the call that handled it best', async (t) => {
  const calls = [
    callOf({ id: 'a', handling: 3, price, answer: 'Is it the sum, or what it would be a month?' }),
    callOf({ id: 'b', handling: 2, price, answer: 'It includes the warranty for ten years.' }),
    callOf({ id: 'c' }),
  ];
  const { top_objections, evidence } = digestOf(calls);
  t.strictSame(top_objections, [
    {
      ...{ label: 'Price', count: 2, where: 'calls of Ann on 10 November' },
      best_answer:
        'When John said on 10 November “Eighteen thousand is a lot of money”, Ann asked “Is it the sum, or what it would be a month?”',
    },
  ]);
  t.strictSame(
    evidence.filter(({ claim_id }) => claim_id === 'top_objections.0').map(({ quote }) => quote),
    [price, 'Is it the sum, or what it would be a month?'],
  );
});

t.test('where none was taken, an answer that earned points is told', async (t) => {
  const calls = (quote: string) =>
    three({ handling: 4, price }).map((call) => ({
      ...call,
      objections: call.objections.map((one) => ({
        ...one,
        reply: { segment_index: 4, speaker: 'Ann', start_time: 40, quote },
      })),
    }));
  t.match(digestOf(calls('I understand. What would you compare it with?')).top_objections, [
    { best_answer: /Ann answered “I understand\. What would you compare it with\?”$/ },
  ]);
  t.match(digestOf(calls('We are the best in town, you know it.')).top_objections, [{ best_answer: null }]);
});

t.test('where no answer was taken, none is called the best', async (t) => {
  const { top_objections, evidence } = digestOf(three({ handling: 3, price }));
  t.match(top_objections, [{ label: 'Price', count: 3, best_answer: null }]);
  t.match(evidence, [{ claim_id: 'top_objections.0', quote: price }]);
});

t.test(
  'what may be no objection is told of a price in words that name money, and else nowhere',
  async (t) => {
    const unsure = (price: string) => digestOf(three({ listening: 4, handling: 0, price, isSure: false }));
    t.match(unsure('Eighteen thousand is too much to pay.').top_objections, [{ label: 'Price', count: 3 }]);
    const other = unsure('So it is not going to be this year.');
    t.strictSame(other.top_objections, [], 'a kind without its words');
    t.notMatch(JSON.stringify(other), 'this year');
  },
);

t.test('an objection of one call is not among those that came up most', async (t) => {
  t.strictSame(
    digestOf([callOf({ id: 'a', price }), callOf({ id: 'b' }), callOf({ id: 'c' })]).top_objections,
    [],
  );
});

t.test('the drill of the team uses what customers said', async (t) => {
  const { team_drill } = digestOf(three({ listening: 4, handling: 0, price }));
  t.match(
    team_drill,
    /^Objection handling, in pairs.* what John said on 10 November: “Eighteen thousand is a lot of money\.” The/,
  );
});

t.test('an answer that was thanked for is a model, unless it names figures of its call', async (t) => {
  const drill = (answer: string) =>
    digestOf(
      three({ listening: 4, handling: 4, price, answer }).map((call) => ({
        ...call,
        exchanges: [
          {
            ...{ kind: 'answer' as const, text: answer, segment_index: 4, start_time: 40 },
            ...{ before: price, after: 'I appreciate that.' },
          },
        ],
      })),
    ).team_drill;
  t.match(
    drill('It has to pay for itself, or I tell you.'),
    'in words of their own what Ann answered: “It has',
  );
  t.match(
    drill('It has to save you three hundred, or I tell you.'),
    'in words and figures of their own what Ann answered: “It has',
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
      focus: /^(?:Nothing in particular: nothing that was missed stood out$|A small thing: .* \(missing on )/,
    },
  ]);
  t.match(agents, [{ focus: /^Listening: more signs .* \(missing on 10 November\)$/ }]);
  t.strictSame(
    strengths.map(({ title }) => title),
    ['Objection handling'],
  );
});

t.test('what hardly counts is not told to cost much, and the objection heard most is drilled', async (t) => {
  const light = three({ listening: 2, handling: 4, price }).map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => (one.id === 'listening' ? { ...one, weight: 0.5 } : one)),
  }));
  const { headline, team_drill, gaps } = digestOf(light);
  t.match(headline, 'Little was missed, most of it in listening, which weighs little in the rating.');
  t.match(gaps, [{ title: /^Listening/ }]);
  t.match(
    team_drill,
    /^Price objections, in pairs.* what John said on .*What would it have to bring you to be worth it\?”/,
  );
});

t.test('where no criterion is a gap, the headline says which got least', async (t) => {
  t.match(
    digestOf(three({ listening: 3, handling: 4 })).headline,
    'Nothing was missed often enough to be called a gap; listening got least, 75 % of its points.',
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

t.test('what objects to nothing by itself is not quoted as an objection', async (t) => {
  const { evidence, team_drill } = digestOf(three({ price: 'I sell rolls for eighty cents.', listening: 4 }));
  t.notMatch(JSON.stringify([evidence, team_drill]), 'eighty cents');
});
