import t from 'tap';
import { composeAgenda } from '../../src/agendas/compose-agenda.ts';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import type { Figures } from '../../src/facts/list-calls.ts';
import { callOf } from '../fixtures/call-facts.ts';

const week = { cadence: 'weekly', start: '2026-11-09', end: '2026-11-15' } as const;
const none: Figures = { calls: 0, rated: 0, average_rating: null };
const agendaOf = (calls: CallFacts[], before = none) =>
  composeAgenda({
    ...{ ...week, calls, before, last: null },
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
  t.strictSame(listens, ['Objection handling: a question about what is behind the objection', 'Listening']);
  t.strictSame(handles, ['Listening: signs that you heard what the contact said', 'Objection handling']);
});

t.test('two agents with the same shortfall are each told of a call of their own', async (t) => {
  const textsOf = (contact: string) =>
    agendaOf(week3({ contact, listening: 1, handling: 0 }))?.content.improvements.map(({ text }) => text) ??
    [];
  const [one, other] = [textsOf('Gus Petrakis'), textsOf('Beth Larkin')];
  t.equal(one.length, 2);
  for (const text of one) t.notOk(other.includes(text), text);
});

t.test('what went well is not blamed, and no call is named where none stands out', async (t) => {
  const [, second] = agendaOf(week3({ listening: 3, handling: 0 }))?.content.improvements ?? [];
  t.equal(
    second?.text,
    'This went well, and there is a little left to gain: you got 75 % of the points in the 3 calls to which it applied.',
  );
});

t.test('the drill answers what a customer of the agent said, with a line to say', async (t) => {
  const drill = agendaOf(week3({ listening: 0, handling: 3 }))?.content.drill;
  t.match(drill, {
    text: /^Let a colleague read out what Karen said: “It is too much for Karen Novak, I think\.” Answer with this line/,
    say: 'So what matters to you is … Have I got that right?',
    moment: { recording_id: 'call-0', segment_index: 3 },
  });
});
