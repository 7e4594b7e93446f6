import t from 'tap';
import { keyWordsOf, summaryOf, waltCall } from '../../../fixtures/summarized.ts';

const told = (lines: string, direction?: 'inbound') => summaryOf(lines, 'no_next_step', {}, {}, direction);

t.test('what is sold is told where the reason for the call does not say it', async (t) => {
  const call = (
    line: string,
  ) => `A: I called because I saw you opened the clinic in Elm Street. {state_purpose}
C: We did, in the spring. {inform}
A: ${line} {inform}`;
  t.match(
    told(call('We help practices like yours run payroll for two sites.')),
    'Danielle gave this reason: “I called because I saw you opened the clinic in Elm Street.” Danielle said: “We help practices like yours run payroll for two sites.”',
  );
  t.match(
    told('A: Walt, Danielle from Steady Hands, we do the first aid courses for works. {identify_company}'),
    'Danielle from Steady Hands called Walt. Danielle said: “Walt, Danielle from Steady Hands, we do the first aid',
  );
  for (const line of [
    'We do that every other Friday afternoon here.',
    'We make sure the clinic gets a letter first.',
    'We help you whenever the clinic rings us.',
    'We do have a clinic of our own in town.',
  ])
    t.notMatch(told(call(line)), 'Danielle said', line);
});

t.test('one word is enough where its caller says that they call about it', async (t) => {
  t.match(told('A: I am calling on the pumper. {state_purpose}'), 'reason: “I am calling on the pumper.”');
  t.notMatch(told('A: It would be for the pumper. {state_purpose}'), 'pumper');
});

t.test('a reason comes with the lines around it that belong to it', async (t) => {
  t.match(
    told(
      `A: Great to hear. {small_talk} We put sensors in cold stores and ring you. {inform} I called because yours was in the paper. {state_purpose} Rates went up again. {pitch} How are you today? {greeting}`,
    ),
    'Danielle gave this reason: “We put sensors in cold stores and ring you. I called because yours was in the paper. Rates went up again.”',
  );
});

t.test('whoever calls in and gives no plain reason is quoted from their first words on', async (t) => {
  const first = (line: string) => told(`A: Pulse Pest. {identify_company}\n${line}`, 'inbound');
  t.match(
    first('C: Hello Danielle. {greeting} I have ants. {inform} Like a river through the hall. {inform}'),
    'Walt began with: “I have ants. Like a river through the hall.”',
  );
  t.notMatch(first('C: Nine five eight two two, oh one four. {inform}'), 'began with');
  t.notMatch(first("C: Hello Danielle, it's Walt Pruitt. {greeting, identify_self}"), 'began with');
  t.notMatch(
    first('C: My ants came back through the hall because the {inform}'),
    'began with',
    'it breaks off',
  );
});

t.test(
  'where nobody says why, the line that likeliest names the subject is quoted, unless it is sure of nothing',
  async (t) => {
    const lines = 'A: When are you coming in about that Charger? {ask_closed}\nC: Soon. {inform}';
    const keyWords = (probability: number) => ({
      ...keyWordsOf(waltCall(lines), {}),
      naming: { stretch: 0, probability },
    });
    const said = (probability: number) =>
      summaryOf(lines, 'no_next_step', {}, { keyWords: keyWords(probability) });
    t.match(said(0.5), 'Danielle said: “When are you coming in about that Charger?”');
    t.notMatch(said(0.2), 'Charger');
  },
);
