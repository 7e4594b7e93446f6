import t from 'tap';
import { composeAgenda } from '../../src/agendas/compose-agenda.ts';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import type { Figures } from '../../src/facts/list-calls.ts';
import { callOf } from '../fixtures/call-facts.ts';

const week = { cadence: 'weekly', start: '2026-11-09', end: '2026-11-15' } as const;
const none: Figures = { calls: 0, rated: 0, average_rating: null };
const agendaOf = (calls: CallFacts[], before = none, callsBefore: CallFacts[] = []) =>
  composeAgenda({
    ...{ ...week, calls, callsBefore, before, last: null },
    now: { calls: calls.length, rated: calls.length, average_rating: 3 },
  });

const contacts = ['Karen Novak', 'Tom Becker', 'Priya Nair'];
const week3 = (given: Partial<Parameters<typeof callOf>[0]>) =>
  contacts.map((contact, index) =>
    callOf({
      ...{
        id: `call-${index}`,
        contact,
        day: `2026-11-1${index}`,
        price: `It is too much for ${contact}, I think.`,
      },
      ...{ promise: 'I will send you the numbers by email tonight.', handling: 1 },
      ...given,
    }),
  );

t.test('an agent without moments to ask about gets no agenda', async (t) => {
  t.equal(agendaOf(contacts.map((contact) => callOf({ id: contact, contact }))), null);
});

t.test('an agenda asks about the agent’s own moments, each once', async (t) => {
  const { content } = agendaOf(week3({})) ?? {};
  const questions = content?.questions ?? [];
  t.ok(questions.length >= 5 && questions.length <= 7);
  const places = questions.map(({ moment }) => `${moment.recording_id}:${moment.segment_index}`);
  t.equal(new Set(places).size, places.length);
  for (const { text, moment } of questions) t.ok(text.includes(moment.quote.replace(/\.$/, '')), text);
});

t.test('what is asked about two moments of a kind is not asked in the same words', async (t) => {
  const texts = (agendaOf(week3({}))?.content.questions ?? []).map(({ text }) =>
    text.split(/[”.?] (?=[A-Z])/).at(-1),
  );
  t.equal(new Set(texts).size, texts.length);
});

t.test('there are no wins where nothing went well', async (t) => {
  t.strictSame(agendaOf(week3({}))?.content.wins, []);
});

t.test('a win is told with its words, and a rise with its numbers', async (t) => {
  const calls = week3({ question: 'What would you want to be different?' });
  const { wins } = agendaOf(calls, { calls: 3, rated: 3, average_rating: 2.5 })?.content ?? {};
  t.match(wins, [
    { text: /^On 11 November, in the call with Tom: at 1:00 you asked "What would you want/ },
    { text: /^On 12 November, in the call with Priya/ },
    { text: 'Your average rating rose from 2.5 to 3.' },
  ]);
});

t.test('what costs an agent most comes first, so that two agents get different lists', async (t) => {
  const titles = (calls: CallFacts[]) => agendaOf(calls)?.content.improvements.map(({ title }) => title);
  const listens = titles(week3({ listening: 3, handling: 0 }));
  const handles = titles(week3({ listening: 0, handling: 3 }));
  t.strictSame(listens, [
    'Objection handling: a question about what is behind the objection (missing in the call with Karen on 10 November)',
    'Listening: the call with Priya on 12 November',
  ]);
  t.strictSame(handles, [
    'Listening: more signs that you heard what the contact said (missing in the call with Karen on 10 November)',
    'Objection handling: the call with Priya on 12 November',
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
    const [, second] = agendaOf(week3({ listening: 3, handling: 0 }))?.content.improvements ?? [];
    t.equal(
      second?.text,
      'This went well, and there is a little left to gain: you got 75 % of the points in the 3 calls that show it clearly. Go back to the call with Priya, where you got 3 of 4 points for listening.',
    );
    t.match(
      second?.moments,
      [{ recording_id: 'call-2', segment_index: 8 }],
      'which go when the call is erased',
    );
  },
);

t.test('what was heard of a criterion stands beside what was missing', async (t) => {
  const calls = week3({ listening: 3, handling: 0, question: 'What did you make of the last bill?' });
  const heard = calls.map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => ({
      ...one,
      quotes: one.quotes.map((quote) => ({ ...quote, did: 'asked open questions' })),
    })),
  }));
  t.match(
    agendaOf(heard)?.content.improvements[1]?.text,
    /Go back to the call with Priya, where you got 3 of 4 points for listening\. There you asked open questions: “What did you make of the last bill\?”$/,
  );
});

const advised = (kind: string) => ({
  text: 'You presented "We are the number one" before you had asked what Tom needs.',
  ...{
    kind,
    quotes: [{ segment_index: 5, quote: 'We are the number one.', start_time: 50, speaker: 'Ann' }],
  },
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
      title: 'Listening: taking up the need (missing in the call with Tom on 11 November)',
      text: advised('need').text,
    },
  ]);
  t.equal(titles?.[0], 'Listening: taking up the need (missing on 11 November)');
  t.match(content?.drill, {
    text: /^To Tom you said “We are the number one\.”/,
    say: /^So what matters to you/,
  });
});

t.test('what is to be improved is not praised as well', async (t) => {
  const { wins, improvements } = agendaOf(week3({ listening: 3, handling: 4 }))?.content ?? {};
  t.match(improvements, [{ criterion: 'Listening' }]);
  t.strictSame(
    wins?.map(({ text }) => text),
    [
      'Objection handling: you got 100 % of the points in 3 calls. It shows in whole calls, not in a line of them.',
    ],
  );
});

t.test('a title says which calls it is about, without names and words of them', async (t) => {
  const titlesOf = (day: string) => agendaOf(week3({ listening: 0, handling: 3, day }))?.titles;
  t.strictSame(agendaOf(week3({ listening: 0, handling: 3 }))?.titles, [
    'Listening: more signs that you heard what the contact said (missing on 10, 11 and 12 November)',
    'Listening: more signs that you heard what the contact said (missing on 10 November at 10:00 UTC, 11 November at 10:00 UTC and 12 November at 10:00 UTC)',
  ]);
  const four = week3({ listening: 0, handling: 3 });
  t.match(
    agendaOf([...four, callOf({ id: 'more', listening: 0, day: '2026-11-13' })])?.titles[0],
    /\(missing in 4 calls, such as on 11, 12 and 13 November\)$/,
  );
  t.not(titlesOf('2026-11-10')?.[0], titlesOf('2026-11-13')?.[0]);
  t.match(
    agendaOf(week3({ listening: 3, handling: 0 }))?.titles[0],
    'Objection handling: a question about what is behind the objection (missing when it came to price, on 10, 11 and 12 November)',
  );
});

t.test('where nothing surely left points to gain, an agenda says so and has no drill', async (t) => {
  const made = agendaOf(week3({ listening: 4, handling: 4 }));
  t.strictSame(made?.content.improvements, []);
  t.equal(made?.content.drill, null);
  t.match(
    made?.content.overview,
    /Too little was clear in these calls to name something to work on, so there is no drill\.$/,
  );
  t.equal(made?.titles[0], 'What went well on 10, 11 and 12 November');
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
    // This week nobody objected but once, and that was met in part.
    const few = calls.map((call, index) => ({
      ...call,
      criteria: call.criteria.flatMap((one) => {
        if (one.id !== 'objection_handling') return [one];
        return index === 0 ? [{ ...one, score: 3, share: 0.75, missed: [] }] : [];
      }),
    }));
    const { improvements = [], overview } = improvedBy(few, before(0)) ?? {};
    t.match(improvements, [
      { criterion: 'Listening', text: /^You got 25 % of the points in the 3 calls/ },
      {
        criterion: 'Objection handling',
        title: /\(missing in the call with \w+ on 3 November\)$/,
        text: /^Together with the week before, you got 19 % of the points in the 4 calls that show it clearly\./,
        figures: { calls: 4 },
      },
    ]);
    t.notMatch(overview, /more than one/);
    t.match(
      improvedBy(few, before(4))?.improvements,
      [{ criterion: 'Listening' }],
      'nothing was wrong before',
    );
    t.match(improvedBy(few, [])?.overview, /to name more than one thing to work on\.$/);
  },
);

t.test('objections that were seldom taken up are counted over more weeks and cost most', async (t) => {
  const speech = { objections: 1.2, objections_answered: 1 };
  const calls = week3({ handling: null, listening: 3, speech });
  const before = ['2', '3', '4', '5', '6'].map((day) =>
    callOf({
      ...{ id: `before-${day}`, contact: 'Lee Stone', day: `2026-11-0${day}`, handling: 4 },
      ...{ price: 'It is more than we can pay this year.', speech },
    }),
  );
  const { titles, content } = agendaOf(calls, none, before) ?? {};
  t.match(titles?.[0], /^Objection handling: taking up an objection before answering it \(missing/);
  t.match(content?.improvements[0], {
    text: /^Since 2 November about 10 objections were heard in 8 calls; none of them was clearly acknowledged or asked about\. Priya said “It is too much for Priya Nair, I think\.”/,
    figures: { calls: 8 },
    moments: [{ recording_id: 'call-2' }, { recording_id: 'call-1' }],
  });
  t.match(content?.drill, { text: /what Priya said/, say: /What are you comparing it with\?$/ });
  const follow = { cadence: 'weekly', period_start: '2026-11-02', title: '', answers: null } as const;
  const last = content && { ...follow, content };
  const again = composeAgenda({
    ...{ ...week, calls, callsBefore: [], before: none, now: none, last: last ?? null },
  });
  t.match(
    again?.content.follow_up,
    'Clearly acknowledged or asked about were about 0 of about 4 objections in this period, after about 0 of about 10 then.',
  );
  const taken = before.map((call) => ({
    ...call,
    speech: { ...speech, objections_explored: 1 },
  }));
  t.notMatch(agendaOf(calls, none, taken)?.titles[0], 'Objection handling');
});

t.test('the time that stood is told with a step that was proposed', async (t) => {
  const step = { segment_index: 9, speaker: 'Ann', quote: 'Can I come by on Monday at ten?', start_time: 90 };
  const of = (agreed: string | null) =>
    week3({}).map((call) => ({
      ...call,
      agreed,
      criteria: call.criteria.map((one) => ({
        ...one,
        ...{ indicators: ['proposed_next_step'], quotes: [{ ...step, indicator: 'proposed_next_step' }] },
      })),
    }));
  const questions = (agreed: string | null) =>
    JSON.stringify(agendaOf(of(agreed))?.content.questions.map(({ text }) => text));
  t.match(questions('Monday at eleven'), /at ten\?” You settled on Monday at eleven\. What/);
  t.match(questions(null), /at ten\?” (?:Which step stood|Which day and hour stood)/);
});

t.test('who is not named in a quote is not asked about, where there are other moments', async (t) => {
  const questions = (promise: string) =>
    JSON.stringify(
      agendaOf(week3({ promise, question: 'What would you want to be different?' }))?.content.questions,
    );
  t.notMatch(questions('Tell him it is in there, I will put a note on the page.'), 'Tell him');
  t.match(questions('I will send Luis to you, he will call first.'), 'send Luis');
});

t.test('what the rating hardly shows is nobody’s task', async (t) => {
  const light = week3({ listening: 3, handling: 4 }).map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => (one.id === 'listening' ? { ...one, weight: 0.5 } : one)),
  }));
  t.strictSame(agendaOf(light)?.content.improvements, []);
});

t.test('the drill answers what a customer of the agent said, with a line to say', async (t) => {
  const drill = agendaOf(week3({ listening: 0, handling: 3 }))?.content.drill;
  t.match(drill, {
    text: /^Let a colleague read out what Karen said: “It is too much for Karen Novak, I think\.” Answer with this line/,
    say: 'So what matters to you is … Have I got that right?',
    moment: { recording_id: 'call-0', segment_index: 3 },
  });
});

t.test('an objection is answered with a line for its kind', async (t) => {
  const drill = agendaOf(week3({ listening: 4, handling: 0 }))?.content.drill;
  t.match(drill?.text, /^Let a colleague read out what Karen said/);
  t.match(drill?.say, 'What are you comparing it with?');
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

t.test('nobody is praised for a courtesy', async (t) => {
  const polite = week3({ listening: 4 }).map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => ({ ...one, indicators: ['closed_politely'] })),
  }));
  t.strictSame(agendaOf(polite)?.content.wins, []);
});

t.test('a moment that is cut is asked about only where there are no others', async (t) => {
  const calls = week3({ question: 'What would you want to be different?' }).map((call) => ({
    ...call,
    objections: call.objections.map((one) => ({
      ...one,
      quote: { ...one.quote, quote: 'it would be too much for us.' },
    })),
  }));
  t.notMatch(JSON.stringify(agendaOf(calls)?.content.questions), 'it would be too much');
});

t.test('successes are counted as the least there were, and no criterion is praised twice', async (t) => {
  const [first, second, third] = week3({ listening: 4, handling: 4, outcome: 'appointment_set' });
  const calls = [first, second, { ...third, outcomes: [] }] as CallFacts[];
  const texts = (agendaOf(calls)?.content.wins ?? []).map(({ text }) => text);
  t.match(texts[0], /^At least 2 of your 3 calls ended with/);
  t.equal(texts.filter((text) => text.startsWith('Listening')).length, 1);
});
