import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { agendaOf, none, week3 } from '../fixtures/agenda-of-week.ts';
import { callOf } from '../fixtures/call-facts.ts';

t.test('there are no wins where nothing went well', async (t) => {
  t.strictSame(agendaOf(week3({}))?.content.wins, []);
});

t.test('a win is told with its words, and a rise in the overview alone', async (t) => {
  const calls = week3({ question: 'What would you want to be different?' });
  const { wins, overview } = agendaOf(calls, { calls: 3, rated: 3, average_rating: 2.5 })?.content ?? {};
  t.match(wins, [
    { text: /^On 11 November, in the call with Tom: at 1:00 you asked .What would you want/ },
    { text: /^On 12 November, in the call with Priya/ },
  ]);
  t.match(overview, 'after 2.5 in the week before');
  t.notMatch(JSON.stringify(wins), 'average rating');
});

t.test('what is to be improved is not praised as well', async (t) => {
  const { wins, improvements } = agendaOf(week3({ listening: 3, handling: 4 }))?.content ?? {};
  t.match(improvements, [{ criterion: 'Listening' }]);
  t.strictSame(
    wins?.map(({ text }) => text),
    ['Objection handling: you listened in all 3 calls.'],
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

t.test('the drill answers what a customer of the agent said, with a line to say', async (t) => {
  const drill = agendaOf(week3({ listening: 0, handling: 3 }))?.content.drill;
  t.match(drill, {
    text: /^Let a colleague read out what Karen said: “It is too much for Karen Novak, I think\.” Answer with this line/,
    say: 'I understand that the price matters. What would it have to bring you to be worth it?',
    moment: { recording_id: 'call-0', segment_index: 3 },
  });
});

t.test('an objection is answered with a line for its kind', async (t) => {
  const drill = agendaOf(week3({ listening: 4, handling: 0 }))?.content.drill;
  t.match(drill?.text, /^Let a colleague read out what Karen said/);
  t.match(drill?.text, 'the next three times somebody says that it costs too much.');
  t.match(drill?.say, 'What would it have to bring you to be worth it?');
});

t.test('nobody is praised for a courtesy', async (t) => {
  const polite = week3({ listening: 4 }).map((call) => ({
    ...call,
    criteria: call.criteria.map((one) => ({ ...one, indicators: ['closed_politely'] })),
  }));
  t.strictSame(agendaOf(polite)?.content.wins, []);
});

t.test(
  'a step is praised by what the agent did for it, and a time alone where there is nothing else',
  async (t) => {
    const ending = (call: CallFacts, quote: string): CallFacts => ({
      ...call,
      outcomeQuotes: [{ segment_index: 20, speaker: call.contact, start_time: 200, quote }],
    });
    const [first, second, third] = week3({ outcome: 'appointment_set' }) as [CallFacts, CallFacts, CallFacts];
    const calls = [
      { ...ending(first, 'Ten.'), agreed: 'Friday at ten' },
      ending(second, 'Come on Sunday at three.'),
      ending(third, 'Let me ask my bank on Monday.'),
    ];
    const declined = week3({ outcome: 'next_step_agreed' }).map((call) =>
      ending(call, 'No, just text me that.'),
    );
    t.strictSame(agendaOf(declined)?.content.wins, [], 'words that decline');
    for (const said of [
      'Just email me some information and I take a look.',
      'I will call you if we decide to.',
    ]) {
      const putOff = week3({ outcome: 'next_step_agreed' }).map((call) => ending(call, said));
      t.strictSame(agendaOf(putOff)?.content.wins, [], said);
    }
    const winsOf = (some: CallFacts[]) => agendaOf(some)?.content.wins.map(({ text }) => text);
    t.strictSame(winsOf(calls), ['Your call with Karen on 10 November ended with a time: Friday at ten.']);
    const proposal = { kind: 'proposal' as const, segment_index: 18, start_time: 180, before: null };
    const [own, ...others] = calls as [CallFacts, ...CallFacts[]];
    const asked = { ...proposal, text: 'Shall I come over on Friday?', after: 'Yes, come. Ask me anything.' };
    t.strictSame(winsOf([{ ...own, exchanges: [asked] }, ...others]), [
      'On 10 November you asked “Shall I come over on Friday?”, and Karen said “Yes, come. Ask me anything.” You agreed on Friday at ten.',
    ]);
  },
);

t.test('an answer that the contact thanked for is a win, with the thanks', async (t) => {
  const after = 'I appreciate that. Okay, that is my timer.';
  const answered = week3({}).map((call) => ({
    ...call,
    objections: call.objections.map((one) => ({
      ...one,
      reply: {
        segment_index: 4,
        speaker: 'Ann',
        start_time: 40,
        quote: 'If it saves nothing I will tell you.',
      },
    })),
    exchanges: call.objections.map(({ quote }) => ({
      ...{
        kind: 'answer' as const,
        segment_index: 4,
        start_time: 40,
        text: 'If it saves nothing I will tell you.',
      },
      ...{ before: quote.quote, after },
    })),
  }));
  t.match(agendaOf(answered)?.content.wins[0]?.text, /and Priya said “I appreciate that\.”$/);
});

t.test('a step that the contact agreed to is a win, with what did not suit before', async (t) => {
  const proposal = (segment_index: number, text: string, after: string) => ({
    ...{ kind: 'proposal' as const, segment_index, start_time: segment_index * 10 },
    ...{ text, before: null, after },
  });
  const winsOf = (...exchanges: ReturnType<typeof proposal>[]) =>
    agendaOf(week3({}).map((call, index) => (index === 0 ? { ...call, exchanges } : call)))?.content.wins.map(
      ({ text }) => text,
    );
  const monday = proposal(20, 'I will call you on Monday, at ten.', 'I am in meetings till eleven.');
  t.strictSame(winsOf(monday, proposal(22, 'Eleven fifteen.', 'All right. Send me the number.')), [
    'On 10 November “I will call you on Monday, at ten” did not suit Karen: you proposed “Eleven fifteen” instead, and Karen said “All right.”',
  ]);
  const sunday = proposal(22, 'Do you want to do it on Sunday?', 'Sunday we can do. Like three?');
  t.strictSame(winsOf(sunday), [
    'On 10 November you proposed “Do you want to do it on Sunday?”, and Karen said “Sunday we can do.”',
  ]);
  for (const after of [
    'Okay, for what?',
    'Okay, but not on Monday.',
    'Monday I am traveling.',
    'Fine, if he can.',
  ])
    t.strictSame(winsOf({ ...sunday, after }), [], after);
  t.strictSame(winsOf(sunday, { ...monday, segment_index: 24 }), [], 'turned down in the end');
  const tuesday = proposal(22, 'Can I send it and call you on Tuesday?', 'Tuesday I am at work. Thursday.');
  t.strictSame(winsOf(tuesday), [], 'another day than was proposed');
  t.strictSame(winsOf({ ...tuesday, after: 'Okay, Thursday.' }), []);
  t.match(winsOf({ ...tuesday, after: 'Okay, Tuesday.' }), [/Karen said “Okay, Tuesday\.”$/]);
});

t.test('how much the agent spoke is compared with the calls before, of days that are named', async (t) => {
  const speaking = (day: string, words: number) =>
    callOf({ id: day, day: `2026-${day}`, speech: { dialogues: 1, words, all_words: 100 } });
  const silent = callOf({ id: 'silent', day: '2026-10-01' });
  const before = ['11-05', '10-21', '11-02'].map((day) => speaking(day, 73));
  const calls = week3({ handling: 0, speech: { dialogues: 1, words: 63, all_words: 100 } });
  t.match(
    agendaOf(calls, none, [...before, silent])?.content.overview,
    'Of all words 63 % were yours, after 73 % in your 3 calls from 21 October to 5 November.',
  );
  const alike = week3({ handling: 0, speech: { dialogues: 1, words: 70, all_words: 100 } });
  t.notMatch(agendaOf(alike, none, before)?.content.overview ?? '', 'Of all words');
});

t.test('an agent who sets no day in any open call is told so', async (t) => {
  const overview = (outcome: string, more: Partial<CallFacts> = {}) =>
    agendaOf(week3({ outcome, question: 'What would you want?' }).map((call) => ({ ...call, ...more })))
      ?.content.overview;
  t.match(overview('unclear'), 'In none of these calls was a day for the next step heard');
  t.notMatch(overview('not_interested'), 'In none of these calls');
  t.notMatch(overview('appointment_set', { agreed: 'Friday at two' }), 'In none of these calls');
});
