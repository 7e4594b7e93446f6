import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { agendaOf, week3 } from '../fixtures/agenda-of-week.ts';

const winsOf = (calls: CallFacts[]) => agendaOf(calls)?.content.wins.map(({ text }) => text) ?? [];

const turn = (role: 'agent' | 'contact', text: string, segment_index: number) => ({
  ...{ role, text, segment_index, start_time: segment_index * 10 },
});
/** An objection of the first call, turn by turn until the contact took the answer. */
const wonBy = (...texts: string[]) =>
  week3({ handling: null, listening: 0 }).map((call, index): CallFacts => {
    if (index > 0) return call;
    const turns = texts.map((text, at) => turn(at % 2 === 0 ? 'contact' : 'agent', text, 20 + at));
    const exchange = { kind: 'won_over' as const, text: texts[1] ?? '', segment_index: 21, start_time: 210 };
    return {
      ...call,
      exchanges: [{ ...exchange, before: texts[0] ?? null, after: texts.at(-1) ?? null, turns }],
    };
  });

t.test('an objection that was asked about, answered and taken is praised first, turn by turn', async (t) => {
  const crooks = 'My sister says they are all crooks.';
  const asked = wonBy(
    crooks,
    'Well, I am not from there. What did they do to her?',
    'They took half and never came back.',
    'That is awful, I am sorry. With us you pay when it runs.',
    'Not even a deposit?',
    'No. You see it on the meter, then you pay.',
    "Oh, that's different. I like that. Okay, that is my timer.",
  );
  t.equal(
    winsOf(asked)[0],
    "On 10 November Karen said “My sister says they are all crooks.” You asked “What did they do to her?”, answered “That is awful, I am sorry. With us you pay when it runs”, and after one more question Karen said “Oh, that's different. I like that.”",
    'the answer before the question that it brought',
  );
  const heard = wonBy(
    'It is the money. My husband says the car first.',
    'What is with the car?',
    'It could go any day.',
    'I can understand that. Then I would wait.',
    'Okay, so there is no rush.',
    'No. But have somebody look at the roof before you buy a car.',
    "That's a point. What does that cost?",
  );
  t.match(
    winsOf(heard)[0],
    "You asked “What is with the car?”, said “I can understand that” and later “But have somebody look at the roof before you buy a car”, and Karen said “That's a point.”",
  );
  const later = wonBy(
    crooks,
    'What did they do to her?',
    'They left.',
    'It happens. We have been here for ten years.',
    'I see.',
    'And you pay when it runs.',
    "That's a good idea.",
  );
  t.match(
    winsOf(later)[0],
    'You asked “What did they do to her?”, later said “And you pay when it runs”, and Karen said “That',
    'what came after other words is no answer at once',
  );
  const straight = wonBy(
    crooks,
    'I see. You pay when it runs, and I put that in writing.',
    'I appreciate that.',
  );
  t.match(
    winsOf(straight)[0],
    /crooks”, you answered “I see\. You pay .*”, and Karen said “I appreciate that\.”$/,
  );
});

t.test(
  'a step that hangs on an “if” is no win, and no call ended well because somebody may call',
  async (t) => {
    const ending = (said: string) =>
      week3({ outcome: 'next_step_agreed' }).map((call, index): CallFacts => {
        if (index > 0) return { ...call, outcomes: [] };
        const outcomeQuotes = [{ segment_index: 20, speaker: call.contact, start_time: 200, quote: said }];
        const next = {
          kind: 'proposal' as const,
          text: 'Do you call me?',
          segment_index: 21,
          start_time: 210,
        };
        return {
          ...{ ...call, objections: [], promises: [], outcomeQuotes },
          exchanges: [{ ...next, before: said, after: 'I call. Before lunch.' }],
        };
      });
    t.strictSame(winsOf(ending('Let me call the bank on Monday, and if they say yes we do it.')), []);
  },
);

t.test('a time that did not suit is no example of a step', async (t) => {
  const proposing = (after: string) =>
    week3({ listening: 4, handling: 0, question: 'Could I call you tonight, after dinner?' }).map(
      (call): CallFacts => ({
        ...{ ...call, topMoments: [] },
        criteria: call.criteria.map((one) => ({
          ...one,
          quotes: one.quotes.map((quote) => ({ ...quote, indicator: 'proposed_next_step' })),
        })),
        exchanges: [
          {
            ...{
              kind: 'proposal' as const,
              text: 'Could I call you tonight, after dinner?',
              segment_index: 6,
            },
            ...{ start_time: 60, before: null, after },
          },
        ],
      }),
    );
  t.match(winsOf(proposing('Tonight is fine with me.')).join(' '), 'Could I call you tonight');
  t.notMatch(
    winsOf(proposing("Tonight's kind of a bad night. My lunch is usually easier.")).join(' '),
    'Could I call you tonight',
  );
});

t.test('what is claimed of a strength is what its words show, and what came of them is told', async (t) => {
  const asking = (next: string) =>
    week3({ listening: 4, handling: 0, question: 'What makes you hesitate there?' }).map(
      (call): CallFacts => {
        const question = {
          kind: 'question' as const,
          text: 'What makes you hesitate there?',
          segment_index: 6,
        };
        const turns = [turn('contact', 'My age, and the years it takes.', 7), turn('agent', next, 8)];
        return {
          ...call,
          topMoments: [],
          criteria: call.criteria.map((one) => ({
            ...one,
            heard:
              one.id === 'listening' && call.contact.startsWith('Karen') ? 'You took up the need' : one.heard,
            quotes: one.quotes.map((quote) => ({
              ...quote,
              did: 'asked open questions',
              indicator: 'asked_open_questions',
            })),
          })),
          exchanges: [
            { ...question, start_time: 60, before: null, after: 'My age, and the years it takes.', turns },
          ],
        };
      },
    );
  const told = winsOf(asking('I understand that. How many years would you give it?')).join(' ');
  t.match(
    told,
    /^Listening: you asked \w+ on 1\d November “What makes you hesitate there\?” and heard “My age, and the years it takes”, which you took up: “I understand that\. How many years/,
  );
  t.notMatch(told, 'took up the need');
  t.notMatch(winsOf(asking('We are the best in town.')).join(' '), 'which you took up');
});

t.test('where a call shows one thing of a criterion, all its points are not told as 100 %', async (t) => {
  t.strictSame(winsOf(week3({ listening: 3, handling: 4 })), [
    'Objection handling: you listened in all 3 calls.',
  ]);
  const more = week3({ listening: 3, handling: 4 }).map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => ({ ...one, indicators: [...one.indicators, 'another'] })),
  }));
  t.match(winsOf(more), [/^Objection handling: you got 100 % of the points in all 3 calls/]);
});

t.test('how one objection was taken up is not praised where taking them up is the task', async (t) => {
  const question = 'What makes you say that it is too much?';
  const asking = (listening: number, handling: number) =>
    week3({ listening, handling }).map((call, index): CallFacts => {
      const [first] = call.criteria;
      if (index < 2 && handling === 4) return { ...call, criteria: first === undefined ? [] : [first] };
      if (index < 2) return call;
      const reply = { segment_index: 4, speaker: 'Ann', start_time: 40, quote: question };
      return {
        ...call,
        objections: call.objections.map((one) => ({ ...one, reply, isHandled: true })),
        exchanges: [
          {
            ...{ kind: 'answer' as const, text: question, segment_index: 4, start_time: 40 },
            ...{ before: call.objections[0]?.quote.quote ?? null, after: 'We had it cheaper last year.' },
          },
        ],
        criteria: call.criteria.map((one) =>
          one.id === 'listening' ? one : { ...one, quotes: [{ ...reply, indicator: 'explored_objections' }] },
        ),
      };
    });
  const isTold = (calls: CallFacts[]) => winsOf(calls).some((text) => text.startsWith('You asked before'));
  t.ok(isTold(asking(0, 4)));
  t.notOk(isTold(asking(4, 0)));
});

t.test('a figure that was asked for is praised with its question', async (t) => {
  const price = {
    ...{ kind: 'price' as const, text: 'Between sixteen and twenty thousand.', segment_index: 14 },
    ...{ start_time: 140, before: 'All right. And what does it cost?', after: 'That is fair.' },
  };
  const answers = (exchanges: CallFacts['exchanges'] & object) =>
    winsOf(
      week3({ listening: 4, handling: null }).map((call) => ({
        ...{ ...call, exchanges, topMoments: [] },
        criteria: call.criteria.map((one) => ({ ...one, indicators: ['answered_price'], quotes: [] })),
      })),
    ).join(' ');
  t.match(
    answers([price]),
    'when Priya asked on 12 November “And what does it cost?”, you said “Between sixteen and twenty thousand.”',
  );
  t.notMatch(answers([]), 'when Priya asked');
});

t.test('a sale is a win, also where the last words say no more than yes', async (t) => {
  const sold = week3({ outcome: 'sale_made' }).map((call) => ({
    ...call,
    outcomeQuotes: [{ segment_index: 9, quote: 'Do it.', start_time: 90, speaker: call.contact }],
  }));
  t.match(
    agendaOf(sold.slice(0, 3))?.content.wins[0]?.text,
    /^Your call with \w+ on 1\d November ended with a sale/,
  );
});
