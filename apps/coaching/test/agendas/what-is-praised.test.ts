import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { agendaOf, week3 } from '../fixtures/agenda-of-week.ts';

const winsOf = (calls: CallFacts[]) => agendaOf(calls)?.content.wins.map(({ text }) => text) ?? [];

t.test('a step that was named with an “if” is told with its condition and with what came next', async (t) => {
  const quote = 'Let me call the bank on Monday, and if they say yes we do it.';
  const ending = (said: string) =>
    week3({ outcome: 'next_step_agreed' }).map((call, index): CallFacts => {
      if (index > 0) return { ...call, outcomes: [] };
      const none = { objections: [], promises: [] };
      const outcomeQuotes = [{ segment_index: 20, speaker: call.contact, start_time: 200, quote: said }];
      const next = { kind: 'proposal' as const, text: 'Do you call me?', segment_index: 21, start_time: 210 };
      return {
        ...{ ...call, ...none, outcomeQuotes },
        exchanges: [{ ...next, before: said, after: 'I call. Before lunch.' }],
      };
    });
  t.strictSame(winsOf(ending(quote)), [
    `Karen named a next step on 10 November, with a condition: “${quote}” You asked “Do you call me?”, and heard “I call. Before lunch.”`,
  ]);
  t.match(winsOf(ending('Come by on Monday, at ten.')), [/ (?:led to|agreed to|with) a next step/]);
  const asked = agendaOf(ending(quote))?.content.questions.map(({ text }) => text) ?? [];
  t.match(asked.join(' '), 'Go back to how your call with Karen on 10 November ended.', 'not told twice');
});

t.test('a step is told up to the sentence that turns it', async (t) => {
  const whole = 'Friday at two might work.';
  const calls = (quote: string, then: string) =>
    week3({ outcome: 'appointment_set' }).map((call, index): CallFacts => {
      if (index > 0) return { ...call, outcomes: [] };
      const outcomeQuotes = [{ segment_index: 20, speaker: call.contact, start_time: 200, quote }];
      const step = { kind: 'proposal' as const, text: 'Shall I come?', segment_index: 19, start_time: 190 };
      return { ...call, outcomeQuotes, exchanges: [{ ...step, before: null, after: then }] };
    });
  t.match(winsOf(calls('Friday at two suits us.', "Friday at two suits us. I'd have to ask him.")), [
    /^Karen named a next step on 10 November, with a condition: “Friday at two suits us\. I'd have to ask him\.”$/,
  ]);
  t.match(winsOf(calls('Friday at two suits us.', 'Friday at two suits us. He is off.')), [
    /“Friday at two suits us\.”$/,
  ]);
  t.match(winsOf(calls(whole, whole)), [/with a condition/]);
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

t.test(
  'a figure that was asked for is praised with its question, and a time in doubt with nothing',
  async (t) => {
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
      'For example, when Priya asked on 12 November “And what does it cost?”, you said “Between sixteen and twenty thousand.”',
    );
    t.notMatch(answers([]), 'For example');
    const ending = (doubted: string | null, quote: string) =>
      winsOf(
        week3({ outcome: 'appointment_set' }).map((call) => ({
          ...{ ...call, doubted },
          outcomeQuotes: [{ segment_index: 20, speaker: call.contact, start_time: 200, quote }],
        })),
      ).join(' ');
    const boiler = 'I have the boiler man on Wednesday, eight till one, but no more.';
    t.match(ending(null, boiler), 'next step');
    t.notMatch(ending('Thursday at ten', boiler), 'next step');
    t.notMatch(ending(null, 'Is that the twenty-seventh?'), 'next step');
  },
);
