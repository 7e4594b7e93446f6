import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { callOf } from '../fixtures/call-facts.ts';
import { digestOf, price, three } from '../fixtures/composed-digest.ts';

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

t.test(
  'an objection that was asked about and won over is told before any other answer, and no discount',
  async (t) => {
    const calls = ['a', 'b'].map((id) =>
      callOf({ id, handling: 3, price, answer: 'It includes ten years of warranty.' }),
    );
    const turns = [
      "That's too much for us.",
      'How did you do it before?',
      'With candles.',
      'Then a plug for a generator does it.',
      "That's a good idea.",
    ];
    const won = { kind: 'won_over' as const, text: turns[1] ?? '', segment_index: 21, start_time: 210 };
    const said = turns.map((text, at) => ({
      ...{ role: at % 2 === 0 ? ('contact' as const) : ('agent' as const), text, segment_index: 20 + at },
    }));
    const third = { ...callOf({ id: 'c' }), exchanges: [{ ...won, before: null, after: null, turns: said }] };
    t.match(digestOf([...calls, third]).top_objections, [
      {
        ...{ label: 'Price', count: 3 },
        best_answer:
          "On 10 November John said “That's too much for us.” Ann asked “How did you do it before?”, answered “Then a plug for a generator does it”, and John said “That's a good idea.”",
      },
    ]);
    const pointing = { ...third, exchanges: [{ ...third.exchanges[0], answered: 'It is eleven thousand.' }] };
    t.match(digestOf([...calls, pointing as CallFacts]).top_objections[0], {
      best_answer:
        /^On 10 November Ann said “It is eleven thousand”, and John answered “That's too much for us\.” Ann asked /,
    });
    const discount = three({ handling: 4, price }).map((call) => ({
      ...call,
      objections: call.objections.map((one) => ({
        ...one,
        reply: {
          segment_index: 4,
          speaker: 'Ann',
          start_time: 40,
          quote: 'I understand. Are you paying cash?',
        },
      })),
      criteria: call.criteria.map((one) => ({
        ...one,
        quotes: [
          { segment_index: 6, speaker: 'Ann', start_time: 60, quote: 'So for cash I can do three percent.' },
        ],
      })),
    }));
    t.match(digestOf(discount).top_objections, [{ label: 'Price', best_answer: null }]);
  },
);

t.test('what came back harder after an answer is no best answer', async (t) => {
  const answered = (after: string) =>
    three({ handling: 4, price }).map((call) => ({
      ...call,
      objections: call.objections.map((one) => ({
        ...one,
        reply: { segment_index: 4, speaker: 'Ann', start_time: 40, quote: 'I know, it is not small.' },
      })),
      exchanges: [
        {
          ...{ kind: 'answer' as const, text: 'I know, it is not small.', segment_index: 4, start_time: 40 },
          ...{ before: price, after },
        },
      ],
    }));
  t.match(digestOf(answered('So what would it be a month?')).top_objections, [
    { best_answer: /Ann answered/ },
  ]);
  t.match(digestOf(answered("We never did, and I don't want it.")).top_objections, [{ best_answer: null }]);
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

t.test('what objects to nothing by itself is not quoted as an objection', async (t) => {
  const { evidence, team_drill } = digestOf(three({ price: 'I sell rolls for eighty cents.', listening: 4 }));
  t.notMatch(JSON.stringify([evidence, team_drill]), 'eighty cents');
});
