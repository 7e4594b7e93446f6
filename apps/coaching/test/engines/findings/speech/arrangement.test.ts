import t from 'tap';
import { arrangementOf } from '../../../../src/engines/findings/speech/arrangement.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

// The call is of Friday 20 November 2026.
const before = [
  'A: Hi Paul, Maria Lopez from Brightmesa Roofing. {greeting, identify_self, identify_company}',
  'C: Hello. The others come down again next week. {greeting, inform}',
  'A: What do you pay for it today? {ask_open}',
  'C: About nine hundred a month. {inform}',
  'A: And who looks after it? {ask_open}',
  'C: My wife does. {inform}',
  'A: What does she think of it? {ask_open}',
  'C: She wants to see it. {inform}',
];
const said = (lines: readonly string[]) => arrangementOf(talk([...before, ...lines]))[0];

t.test(
  'how two people settle when they talk again is kept turn by turn, with the date of the day',
  async (t) => {
    const found = said([
      'A: Then Monday, I call you at ten. {propose_time}',
      'C: I am in meetings till eleven. {decline}',
      'A: Eleven fifteen. {inform}',
      'C: All right. {accept} Send me the number. {request}',
      'A: I will. {promise} Bye, Paul. {goodbye}',
    ]);
    t.strictSame(
      found?.turns?.map(({ role, text }) => `${role}: ${text}`),
      [
        'agent: Then Monday, I call you at ten.',
        'contact: I am in meetings till eleven.',
        'agent: Eleven fifteen.',
        'contact: All right. Send me the number.',
      ],
    );
    t.strictSame(found?.days, [{ day: 'Monday', date: '2026-11-23' }]);
    t.strictSame([found?.kind, found?.text], ['arrangement', 'Then Monday, I call you at ten.']);
  },
);

t.test('where another week was spoken of no date is told, and of no day nothing', async (t) => {
  const week = said([
    'A: Does next week suit you? {propose_time}',
    'C: The week after, say Monday. {counter_time}',
    'A: Monday at ten, then. {recap}',
    'C: Fine. {accept}',
  ]);
  t.match(
    week?.turns?.map(({ text }) => text),
    ['Does next week suit you?', /Monday/, /Monday at ten/, 'Fine.'],
  );
  t.strictSame(week?.days, []);
  t.equal(said(['A: It takes ten days. {inform}', 'C: Fine. {accept}', 'A: Bye. {goodbye}']), undefined);
});

t.test('when others meet moves no day that the two settle on', async (t) => {
  const days = (question: string) =>
    said([
      `A: ${question} {ask_open}`,
      'C: Once a month, on a Tuesday. Next week. {inform}',
      'A: Can I come by with the table on Sunday? {propose_time}',
      'C: There is a potluck. {inform}',
      "A: I'll see you Sunday. {recap}",
    ])?.days;
  t.strictSame(days('When do they meet?'), [{ day: 'Sunday', date: '2026-11-22' }]);
  t.strictSame(days('When is your husband home?'), []);
  t.strictSame(days('When do we meet?'), []);
});
