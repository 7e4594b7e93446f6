import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { agendaOf, none, week3 } from '../fixtures/agenda-of-week.ts';

const advised = (kind: string) => ({
  text: 'You presented "We are the number one" before you had asked what Tom needs.',
  ...{
    kind,
    quotes: [{ segment_index: 5, quote: 'We are the number one.', start_time: 50, speaker: 'Ann' }],
  },
});

t.test('what costs an agent most comes first, so that two agents get different lists', async (t) => {
  const titles = (calls: CallFacts[]) => agendaOf(calls)?.content.improvements.map(({ title }) => title);
  const listens = titles(week3({ listening: 3, handling: 0 }));
  const handles = titles(week3({ listening: 0, handling: 3 }));
  // What went well is no second thing to improve.
  t.strictSame(listens, [
    'Objection handling: a question about what is behind the objection (missing with Karen on 10 November, Tom on 11 November and Priya on 12 November)',
  ]);
  t.strictSame(handles, [
    'Listening: more signs that you heard what the contact said (missing with Karen on 10 November, Tom on 11 November and Priya on 12 November)',
  ]);
});

t.test('two agents with the same shortfall are each told of a call of their own', async (t) => {
  const textsOf = (contact: string) =>
    agendaOf(week3({ contact, listening: 1, handling: 0 }))?.content.improvements.map(({ text }) => text) ??
    [];
  const [one, other] = [textsOf('Gus Petrakis'), textsOf('Beth Larkin')];
  t.equal(one.length, 2);
  for (const text of one) t.notOk(other.includes(text), text);
});

t.test(
  'what went well is not blamed, and a call of the agent is named, with no words that show something else',
  async (t) => {
    const [only] = agendaOf(week3({ listening: 3, handling: null }))?.content.improvements ?? [];
    t.equal(only?.text, 'You got 75 % of the points in all 3 calls.');
    t.match(
      only?.moments,
      [{ recording_id: 'call-2', segment_index: 8 }],
      'which go when the call is erased',
    );
  },
);

t.test('what was heard of a criterion stands beside what was missing', async (t) => {
  const calls = week3({ listening: 3, handling: null, question: 'What did you make of the last bill?' });
  const heard = calls.map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => ({
      ...one,
      quotes: one.quotes.map((quote) => ({ ...quote, did: 'asked open questions' })),
    })),
  }));
  t.match(
    agendaOf(heard)?.content.improvements[0]?.text,
    / In the call with Priya you asked open questions: “What did you make of the last bill\?”$/,
  );
});

t.test('a call with advice counts as one that missed it, and the title says what', async (t) => {
  const calls = week3({ listening: 3, handling: 4 }).map((call, index) =>
    index === 1
      ? { ...call, criteria: call.criteria.slice(1), improvements: [advised('need')] }
      : { ...call, criteria: call.criteria.toReversed() },
  );
  const { content, titles } = agendaOf(calls) ?? {};
  t.match(content?.improvements, [
    {
      title: 'Listening: taking up the need (missing with Tom on 11 November)',
      text: advised('need').text,
    },
  ]);
  t.equal(titles?.[0], 'Listening: taking up the need (missing on 11 November)');
  t.match(content?.drill, {
    text: /^To Tom you said “We are the number one\.”/,
    say: /^Let me check that I have understood/,
  });
  const withLine = calls.map((call) => ({
    ...call,
    improvements: call.improvements.map((one) => ({
      ...one,
      text: `${one.text} Ask first: "What is it like"`,
    })),
  }));
  t.equal(agendaOf(withLine)?.content.drill?.say, 'What is it like.', 'what the advice tells to say');
});

t.test('where nothing surely left points to gain, an agenda says so and has no drill', async (t) => {
  const made = agendaOf(week3({ listening: 4, handling: 4 }));
  t.strictSame(made?.content.improvements, []);
  t.equal(made?.content.drill, null);
  t.match(
    made?.content.overview,
    /Nothing that was missed in these calls cost much, so there is no drill this time\.$/,
  );
  t.match(made?.titles, [
    'Listening: all points in all 3 calls',
    'Listening: all points on 10, 11 and 12 November',
    /^Listening: all points on 10 November at 10:00 UTC, 11/,
  ]);
});

t.test(
  'where a week shows one thing to improve, the week before it may show a second, and says so',
  async (t) => {
    const calls = week3({ listening: 1, handling: 4 });
    const before = (handling: number) =>
      week3({ listening: 4, handling, day: '2026-11-03' }).map((call) => ({
        ...call,
        recording_id: `${call.recording_id}-before`,
      }));
    const improvedBy = (now: CallFacts[], earlier: CallFacts[]) => agendaOf(now, none, earlier)?.content;
    t.match(improvedBy(calls, before(0))?.improvements, [{ criterion: 'Listening' }], 'better now');
    // This week nobody objected.
    const few = calls.map((call) => ({
      ...call,
      criteria: call.criteria.filter(({ id }) => id !== 'objection_handling'),
    }));
    const { improvements = [] } = improvedBy(few, before(0)) ?? {};
    t.match(improvements, [
      { criterion: 'Listening', text: /^You got 25 % of the points in all 3 calls/ },
      {
        criterion: 'Objection handling',
        title: /\(missing with (?:\w+ on 3 November(?:, | and )?){3}\)$/,
        text: /^Together with the week before, you got 0 % of the points for it\./,
        figures: { calls: 3 },
      },
    ]);
    t.match(
      improvedBy(few, before(4))?.improvements,
      [{ criterion: 'Listening' }],
      'nothing was wrong before',
    );
    t.match(improvedBy(few, [])?.improvements, [{ criterion: 'Listening' }]);
  },
);

t.test('what the rating hardly shows is nobody’s task', async (t) => {
  const light = week3({ listening: 3, handling: 4 }).map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => (one.id === 'listening' ? { ...one, weight: 0.5 } : one)),
  }));
  t.strictSame(agendaOf(light)?.content.improvements, []);
});

t.test('what costs most is weighed by its criterion, in the calls in which it can be judged', async (t) => {
  const calls = week3({ listening: 1, handling: 0 });
  const first = (given: CallFacts[]) => agendaOf(given)?.content.improvements[0]?.criterion;
  t.equal(first(calls), 'Objection handling');
  const light = calls.map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => (one.id === 'listening' ? one : { ...one, weight: 0.5 })),
  }));
  t.equal(first(light), 'Listening', 'a light one costs less');
  const seldom = calls.map((call, index) => ({
    ...call,
    criteria: call.criteria.filter(({ id }) => id === 'listening' || index === 0),
  }));
  t.equal(first(seldom), 'Objection handling', 'though only one call shows it');
});

t.test('what weighs little is told where too little else was missed, with a line to say', async (t) => {
  const calls = week3({ listening: 1, handling: 2 }).map((call) => ({
    ...call,
    criteria: call.criteria.map((one) =>
      one.id === 'listening'
        ? one
        : {
            ...{ ...one, id: 'opening', title: 'Opening', weight: 0.5, share: 0.5 },
            missed: [{ indicator: 'asked_permission', text: 'asking whether it suits', points: 2 }],
          },
    ),
  }));
  const { improvements = [], overview } = agendaOf(calls)?.content ?? {};
  t.match(improvements, [
    { criterion: 'Listening' },
    {
      title:
        /^Opening: asking whether it suits \(missing with Karen on 10 November, Tom .* and Priya on 12 November\)$/,
      text: /^It weighs little in the rating: you got 50 % .* You could say: “Is this a good moment, or shall I call you later today\?”$/,
    },
  ]);
  t.notMatch(overview, 'one thing');
});

t.test('who asks no open question is told which question a word answered', async (t) => {
  const asked = (closed_question: string) =>
    week3({ listening: 0, handling: 4 }).map((call, index) => ({
      ...call,
      closed_question: index === 1 ? closed_question : null,
      criteria: call.criteria.map((one) => ({
        ...one,
        missed: one.missed.map((what) => ({ ...what, indicator: 'asked_open_questions' })),
      })),
    }));
  const text = (question: string) => agendaOf(asked(question))?.content.improvements[0]?.text;
  t.match(
    text('Do you own the house?'),
    'In the call with Tom you asked “Do you own the house?”, which a word or a number answers.',
  );
  for (const other of ['What kept you?', 'And your name is?', 'How does it look?'])
    t.notMatch(text(other), 'which a word', other);
});
