import t from 'tap';
import { agendaQuestions } from '../../src/agendas/agenda-questions.ts';
import { asksOfPromise, asksOfRequest, asksOfStep } from '../../src/agendas/question-frames.ts';
import { agendaOf, contacts, week3 } from '../fixtures/agenda-of-week.ts';
import { callOf } from '../fixtures/call-facts.ts';

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

t.test('the time that stood is told with a step that was proposed', async (t) => {
  const step = { segment_index: 9, speaker: 'Ann', quote: 'Can I come by on Monday at ten?', start_time: 90 };
  const of = (agreed: string | null, agreed_at: string | null, after: string) =>
    week3({}).map((call) => ({
      ...call,
      ...{ agreed, agreed_at },
      exchanges: [{ ...step, kind: 'proposal' as const, text: step.quote, before: null, after }],
      criteria: call.criteria.map((one) => ({
        ...one,
        ...{ indicators: ['proposed_next_step'], quotes: [{ ...step, indicator: 'proposed_next_step' }] },
      })),
    }));
  const questions = (agreed: string | null, at: string | null = null, after = 'All right.') =>
    JSON.stringify(agendaOf(of(agreed, at, after))?.content.questions.map(({ text }) => text));
  t.match(
    questions('Monday at eleven', '2026-11-16T11:00'),
    /You settled on Monday 16 November at eleven\. What has to be ready/,
  );
  t.match(
    questions('Friday at two', '2026-11-13T14:00'),
    /You settled on Friday 13 November at two\. What came of it/,
  );
  t.match(questions('tomorrow at two'), /You settled on “tomorrow at two”\. What came of it/, 'read later');
  t.match(
    questions(null, null, 'There is a potluck.'),
    /at ten\?”, and heard “There is a potluck\.” How was/,
  );
  t.notMatch(questions(null, null, 'I am in meetings till eleven.'), 'at ten?', 'turned down');
  const well = { topMoments: week3({ question: 'What would you want?' })[0]?.topMoments ?? [] };
  const accepted = of(null, null, 'All right.').map((call) => ({ ...call, ...well }));
  t.match(
    JSON.stringify(agendaOf(accepted)?.content.questions.map(({ text }) => text)),
    /Tom agreed to what you proposed\. Where does that stand now/,
  );
});

t.test('who is not named in a quote is not asked about, where there are other moments', async (t) => {
  const questions = (promise: string) =>
    JSON.stringify(
      agendaOf(week3({ promise, question: 'What would you want to be different?' }))?.content.questions,
    );
  t.notMatch(questions('Tell him it is in there, I will put a note on the page.'), 'Tell him');
  t.match(questions('I will send Luis to you, he will call first.'), 'send Luis');
  const nobody = [
    ...week3({ question: 'What would you want?' }),
    callOf({ id: 'x', contact: 'Unknown', promise: 'I will update the list for you.' }),
  ];
  t.notMatch(
    JSON.stringify(agendaOf(nobody)?.content.questions),
    'update the list',
    'a contact without a name',
  );
  t.notMatch(questions('I was going to send you the answers by post.'), 'going to send');
  const asked = week3({ promise: 'Send me the new number in writing.' }).map((call) => ({
    ...call,
    promises: call.promises.map((one) => ({
      ...one,
      quotes: one.quotes.map((quote) => ({ ...quote, speaker: call.contact })),
    })),
  }));
  t.match(
    JSON.stringify(agendaOf(asked)?.content.questions),
    /asked (?:of you on 1. November was|you:) “Send me the new number in writing\.” Did \w+ get it, and what came back/,
  );
});

t.test('who has a say is asked about with what was promised or asked for', async (t) => {
  const told = [
    ...asksOfPromise('Karen', false, "Karen's wife"),
    ...asksOfRequest('Karen', true, "Karen's wife"),
  ];
  t.match(
    told.map(({ text }) => text),
    [
      "Is it done, and what did Karen's wife say?",
      ...Array.from({ length: 4 }, () => /./),
      "Did Karen get it, and what did Karen's wife say?",
    ],
  );
  t.match(
    asksOfStep({ isOver: true }, 'Karen', "Karen's wife")[1]?.text,
    "what does Karen's wife say to it?",
  );
});

t.test('a promise is asked about whole, and what is left of two words of it is not', async (t) => {
  const promising = (outcome: string, ...promises: string[]) =>
    week3({ outcome, question: 'What would you want to be different?' }).map((call) => ({
      ...call,
      promises: promises.map((text, index) => ({
        ...{ text, quotes: [{ segment_index: 8 + 2 * index, quote: text, start_time: 80, speaker: 'Ann' }] },
      })),
    }));
  const questions = (...given: Parameters<typeof promising>) =>
    JSON.stringify(agendaOf(promising(...given))?.content.questions.map(({ text }) => text));
  const letter = "you ask Joan, and I'll write the letter with you.";
  const table = "I'll print the table of both, have Joan's name ready.";
  t.match(
    questions('callback_requested', letter, table),
    /promised (?:Priya )?(?:on 12 November was )?“I'll write the letter with you” and “I'll print the table of both …” /,
  );
  const alone = questions('callback_requested', letter, "I'll call you, have Joan's name ready.");
  t.notMatch(alone, "I'll call you");
  t.match(questions('not_interested', "I'll take you off our list today."), 'nobody calls there again');
});

t.test('what was agreed to in the same words is told once', async (t) => {
  const step = { segment_index: 9, start_time: 90, text: 'How about Tuesday at two?', before: null };
  const said = { segment_index: 9, speaker: 'Ann', quote: step.text, start_time: 90 };
  const calls = week3({}).map((call) => ({
    ...call,
    exchanges: [{ ...step, kind: 'proposal' as const, after: 'Tuesday at two. Mind the dog.' }],
    criteria: call.criteria.map((one) => ({
      ...one,
      ...{ indicators: ['proposed_next_step'], quotes: [{ ...said, indicator: 'proposed_next_step' }] },
    })),
  }));
  const { wins = [], questions = [] } = agendaOf(calls)?.content ?? {};
  t.match(wins[0]?.text, /^On 1\d November \w+ agreed to what you proposed: “How about Tuesday at two\?”$/);
  t.notMatch(JSON.stringify(questions), '“Tuesday at two');
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

t.test('no two questions of an agenda lead up to their moment, or ask, in the same way', async (t) => {
  const many = ['Lee Stone', 'Mia Hart', 'Joe Park', 'Sue Ward'].map((contact, index) =>
    callOf({
      ...{ id: `more-${index}`, contact, day: `2026-11-1${3 + (index % 3)}` },
      ...{
        price: `It is more than ${contact} can pay.`,
        promise: `I will send ${contact} the page tonight.`,
      },
    }),
  );
  const questions = agendaOf([...week3({}), ...many])?.content.questions ?? [];
  t.ok(questions.length >= 5);
  const names = /Karen|Tom|Priya|Lee|Mia|Joe|Sue/g;
  const bare = (text: string) =>
    text
      .replaceAll(/“[^”]*”/g, '…')
      .replaceAll(names, 'X')
      .replaceAll(/\d+ November/g, 'D');
  const parts = questions.flatMap(({ text }) => bare(text).split(/(?<=…)(?=\W*[A-Z])/));
  t.equal(new Set(parts).size, parts.length, parts.join('\n'));
});

t.test('what came back to one moment is no moment of another question', async (t) => {
  const again = 'Then it would be too much for my wife.';
  const calls = week3({ question: 'What would you want to be different?' }).map((call, index) => {
    const [first] = call.objections;
    if (first === undefined || index === 2) return { ...call, objections: [] };
    const reply = {
      segment_index: 4,
      speaker: 'Ann',
      start_time: 40,
      quote: 'You can pay it off in ten years.',
    };
    const second = { ...first, quote: { ...first.quote, segment_index: 5, quote: again } };
    const answer = { kind: 'answer' as const, segment_index: 4, start_time: 40, text: reply.quote };
    const exchanges = [{ ...answer, before: first.quote.quote, after: again }];
    return { ...call, objections: [{ ...first, reply }, second], exchanges };
  });
  const { questions = [], improvements } = agendaOf(calls)?.content ?? {};
  t.match(JSON.stringify(improvements), 'too much for my wife');
  t.strictSame(
    questions.filter(({ moment }) => moment.quote === again),
    [],
  );
  t.notMatch(JSON.stringify(questions), 'too much for my wife', 'nor is it told in full twice');
  t.match(JSON.stringify(questions), 'what you answered Tom on 11 November');
});

t.test('no question quotes what the rest of the agenda quotes while there is another', async (t) => {
  const more = ['Lee Stone', 'Mia Hart', 'Joe Park'].map((contact, index) =>
    callOf({
      ...{ id: `more-${index}`, contact, day: `2026-11-0${6 + index}` },
      price: `It is more than ${contact} can pay.`,
      promise: `I will send the page to ${contact} tonight.`,
    }),
  );
  const asked = (told: string) =>
    JSON.stringify(agendaQuestions([...more, ...week3({})], '2026-11-15', { told }).map(({ text }) => text));
  t.match(asked(''), 'too much for Priya');
  const told = asked('Priya said “It is too much for Priya Nair, I think”, and you went on.');
  t.notMatch(told, 'too much for Priya');
  t.match(told, 'too much for Tom');
});

t.test('what the agent said next is told with an objection, and asked about', async (t) => {
  const calls = week3({}).map((call) => ({
    ...call,
    objections: call.objections.map((one) => ({
      ...one,
      reply: { segment_index: 4, speaker: 'Ann', start_time: 40, quote: 'It pays for itself in nine years.' },
    })),
  }));
  const texts = agendaOf(calls)?.content.questions.map(({ text }) => text) ?? [];
  t.match(
    texts[0],
    /^On 12 November Priya said “.*” Your next words were “It pays for itself in nine years\.” What was Priya comparing it with/,
  );
  t.match(
    texts[1],
    /^When Tom said “.*” on 11 November, you went on with “It pays for itself in nine years\.” Did that settle it for Tom/,
  );
});
