import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { callOf } from '../fixtures/call-facts.ts';
import { digestOf } from '../fixtures/composed-digest.ts';
import { arranged, followed, proposal, quoteOf, told, tuesday } from '../fixtures/followed-steps.ts';

t.test('a digest tells who does what when, with the words that it rests on', async (t) => {
  const said = quoteOf('John Miller', 'Come at two, we are dead at two.');
  const agreed = { agreed: 'Thursday at two', agreed_at: '2026-11-12T14:00', outcomeQuotes: [said] };
  t.strictSame(followed('appointment_set', { ...agreed, about: 'solar' }), {
    told: ['Thursday 12 November at two: John had an appointment about solar, made with Ann on 10 November.'],
    cited: [said.quote],
    speaker: 'John Miller',
  });
  t.strictSame(
    followed('appointment_set', { ...agreed, exchanges: [proposal('May I come by?', 'Do.')] }).told,
    ['Thursday 12 November at two: John had an appointment, made with Ann on 10 November.'],
  );
});

t.test('the words of a contact who began are theirs', async (t) => {
  const begun = arranged(['Then Tuesday at two?', 'Tuesday at two.', 'Good, Tuesday at two.'], [tuesday]);
  const exchanges = [{ ...begun, turns: begun.turns.slice(1), text: 'Tuesday at two.' }];
  t.equal(followed('unclear', { exchanges }).speaker, 'John Miller');
  t.equal(followed('unclear', { exchanges: [begun] }).speaker, 'Ann');
});

t.test('what both named, or one named and the other took, was settled', async (t) => {
  const monday: [string, string][] = [['Monday', '2026-11-16']];
  t.equal(
    told(
      'unclear',
      [
        'Then I am calling you Monday, ten o’clock.',
        'I am in meetings till eleven.',
        'Eleven fifteen.',
        'All right.',
      ],
      monday,
    ),
    'Monday 16 November at eleven fifteen: Ann calls John (agreed on 10 November).',
  );
  t.equal(
    told('appointment_set', [
      'Shall I come Tuesday, at nine or at eleven?',
      'Eleven. He sleeps in.',
      'Eleven, then.',
    ]),
    'Tuesday 17 November at eleven: Ann visits John (agreed on 10 November).',
  );
  t.equal(
    told('callback_requested', [
      'Is Tuesday good?',
      'Tuesday, yes.',
      'What time?',
      'Try me at four.',
      'At four.',
    ]),
    'Tuesday 17 November at four: Ann calls John (agreed on 10 November).'.replace(
      'John calls Ann',
      'Ann calls John',
    ),
  );
  t.equal(
    told('next_step_agreed', [
      'Can I come by on Tuesday?',
      'There is a potluck.',
      'I will see you Tuesday, John.',
    ]),
    'Tuesday 17 November: Ann visits John (agreed on 10 November).',
    'nobody said no',
  );
  t.equal(
    told('appointment_set', ['So Thursday?', 'Thursday at noon.', 'Noon, Thursday, the twenty-eighth.'], []),
    'Thursday the twenty-eighth at noon: John has an appointment, made with Ann on 10 November.',
    'no Thursday of the year to come is one, and nobody guesses',
  );
  t.match(
    told('appointment_set', ['So Thursday?', 'Thursday at noon.', 'Noon, Thursday, the nineteenth.'], []),
    'Thursday 19 November at noon: John has an appointment, made with Ann on 10 November.',
  );
});

t.test('what one of them left open, moved or refused is not told as settled', async (t) => {
  t.notMatch(told('unclear', ['Then Tuesday at two.', 'No, that does not suit me.']), '17 November');
  t.notMatch(
    told(
      'unclear',
      ['Tomorrow at five?', 'Come today at five.', 'Today at five.'],
      [['tomorrow', '2026-11-11']],
    ),
    '11 November',
  );
  t.notMatch(told('unclear', ['Tuesday at two?', 'Tuesday at two. Or could we do four?']), 'at two:');
  const doubted = 'Saturday at two';
  t.strictSame(
    followed('appointment_set', {
      doubted,
      outcomeQuotes: [quoteOf('John Miller', 'Saturday the gate is locked, and the dogs are loose.')],
    }).told,
    [],
  );
});

t.test('a condition is told with its words, and who calls whom', async (t) => {
  const condition = quoteOf('John Miller', 'Let me call the bank on Tuesday, and if they say yes I am in.');
  t.strictSame(
    followed('next_step_agreed', {
      outcomeQuotes: [condition],
      exchanges: [arranged(['And you call me or I call you?', "I'll call you. Before lunch."], [tuesday])],
    }).told,
    [
      `Tuesday 17 November, before lunch: John is to call Ann (agreed on 10 November), with a condition: “${condition.quote}”`,
    ],
  );
});

t.test('where nothing was settled, one line that is understood alone is told, or none', async (t) => {
  const line = (text: string) =>
    followed('unclear', { exchanges: [arranged([text], [tuesday])] }).told.join(' ');
  t.equal(
    line('Fine, then I will try you on Tuesday.'),
    'Ann and John on 10 November: Ann said “Fine, then I will try you on Tuesday.” Tuesday is 17 November.',
  );
  for (const text of [
    'Okay, I will bring it to them on Tuesday.',
    'Then on Tuesday Luis will call.',
    'I was going to post you the brochure on Tuesday.',
    'Would Tuesday be all right with you?',
  ])
    t.equal(line(text), '', text);
  const promises = [{ text: '', quotes: [quoteOf('John Miller', 'Send me the number in writing.')] }];
  t.match(followed('sale_made', { promises }).told, [/John said “Send me the number in writing\.”$/]);
  t.strictSame(followed('not_interested', { promises }).told, []);
});

t.test('what was promised is told in the words of the task, where these read alone', async (t) => {
  const task = (text: string, date?: string) => ({
    ...{ text, quotes: [quoteOf('Ann', 'I will do that for you, John.')] },
    ...(date === undefined ? {} : { date }),
  });
  const owed = (...promises: CallFacts['promises']) =>
    followed('next_step_agreed', { promises }).told.join(' ');
  t.equal(
    owed(task('Send John the new number in writing'), task('Bring the roof drawing')),
    'Ann and John on 10 November: Ann is to send John the new number in writing and bring the roof drawing.',
  );
  t.equal(
    owed(task('Call John back on Monday at four thirty', '2026-11-16')),
    'Ann and John on 10 November: Ann is to call John back on Monday 16 November at four thirty.',
  );
  t.match(owed(task('Call John back tomorrow at six')), 'call John back the next day at six.');
  for (const text of ['Send it over to John', 'Bring the form: “I will bring it”', 'Send Luis over to John'])
    t.equal(owed(task(text)), '', text);
});

t.test('the soonest day is told first, and what has none last', async (t) => {
  const at = (id: string, agreed: string, agreed_at: string): CallFacts => ({
    ...callOf({ id, outcome: 'appointment_set', contact: `${id.toUpperCase()}. Miller` }),
    ...{ agreed, agreed_at, outcomeQuotes: [quoteOf('John', 'Come at two, we are dead at two.')] },
  });
  const promises = [
    { text: 'Send John the drawing', quotes: [quoteOf('Ann', 'I will send you the drawing.')] },
  ];
  const undated = { ...callOf({ id: 'u', outcome: 'next_step_agreed' }), promises };
  const calls = [
    undated,
    at('b', 'Friday at two', '2026-11-20T14:00'),
    at('c', 'Monday at two', '2026-11-16T14:00'),
  ];
  const days = digestOf(calls).to_follow_up?.map(
    ({ detail }) => /\d+ November(?= at)|drawing/.exec(detail)?.[0],
  );
  t.strictSame(days, ['16 November', '20 November', 'drawing']);
});

t.test('what a visit is for is told where the agent said it in a few words', async (t) => {
  const purpose = (before: string) =>
    followed('appointment_set', {
      exchanges: [{ ...arranged(['How about Tuesday at two?', 'Tuesday at two.'], [tuesday]), before }],
    }).told.join(' ');
  t.match(
    purpose('Somebody comes and measures, and if it is over eight I tell you.'),
    /17 November at two: somebody comes and measures, as Ann told John on 10 November\.$/,
  );
  t.match(
    purpose('We come and measure, and if it is over eight I tell you.'),
    /What it is for, as Ann said: “We come and measure”\.$/,
  );
  t.notMatch(purpose('But first our man will come by.'), 'What it is for');
});
