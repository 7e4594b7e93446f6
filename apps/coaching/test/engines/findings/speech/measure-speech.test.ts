import t from 'tap';
import { measureSpeech } from '../../../../src/engines/findings/speech/measure-speech.ts';
import { labelledFindings } from '../../../../training/labelled-findings.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

function speechOf(lines: readonly string[]) {
  const conversation = talk(lines);
  return measureSpeech(
    labelledFindings({ disposition: 'callback', appointment: null, callback: null }, conversation),
  );
}

const lines = [
  'A: Hi Paul, this is Maria from Oakline Roofing. {greeting, identify_self, identify_company}',
  'C: Hello. {greeting}',
  'A: What made you call about the roof last week? {ask_open} How old is it? {ask_closed}',
  'C: It leaks, but you are too expensive for us. {state_need, object:price}',
  'A: I hear you, a roof is a lot of money. {acknowledge} Maybe because it is four thousand dollars? {ask_closed}',
  'C: Yes, exactly. {inform}',
  'A: Great, Paul, I could come on Monday at ten. {propose_time}',
  'C: What do you charge? Maybe I should call. {ask_closed}',
];

t.test('counts what the agent does and says, and nothing of the contact', (t) => {
  const { words, indicators } = speechOf(lines);
  t.match(indicators, {
    ...{ open_questions: 1, closed_questions: 2, acknowledgements: 1, proposals: 1 },
    ...{ contact_name: 2, hedges: 1, reasons: 1, warm_words: 1, figures: 1, self_words: 2 },
    ...{ objections: 1, objections_acknowledged: 1, objections_explored: 1 },
    ...{ sentences: 6, dialogues: 1, dialogues_with_proposal: 1 },
  });
  t.equal(indicators.words, words);
  t.equal(words, 8 + 13 + 10 + 7 + 9);
  t.ok((indicators.all_words ?? 0) > words);
  t.end();
});

t.test('words count by their sense', (t) => {
  const { indicators } = speechOf([
    'C: Hello. {greeting}',
    'A: What kind of roof is it? {ask_closed} You said you might sell. {inform} So that would be next year. {inform}',
    'C: It depends. {inform}',
    'A: Our crew is great and people love it. {pitch} A leak is never fun. {inform} It depends on the size. {dodge_price}',
    'C: Fine. {inform}',
    'A: That is nothing. {inform} It was new in 2019. {inform}',
    'C: Fine. {inform}',
    'A: Great. {inform} I am glad you told me. {acknowledge} It might be less, because the roof is new. {inform}',
  ]);
  t.match(indicators, { hedges: 1, warm_words: 2, reasons: 1, figures: undefined });
  t.end();
});

t.test('an objection is taken up or passed over by the whole of what is said next', (t) => {
  const met = (reply: string) => {
    const { indicators } = speechOf([...lines.slice(0, 4), `A: ${reply}`, 'C: Hm. {backchannel}']);
    const {
      objections_clear: clear,
      objections_taken_up: taken,
      objections_passed_over: passed,
    } = indicators;
    return [clear, taken, passed];
  };
  t.strictSame(met('It lasts fifty years. {pitch}'), [1, undefined, 1]);
  t.strictSame(met("I understand that it's a lot. {inform} But it lasts fifty years. {pitch}"), [
    1,
    1,
    undefined,
  ]);
  t.strictSame(
    met('Yes, it is. {inform} It lasts fifty years. {pitch}'),
    [1, undefined, undefined],
    'not clear',
  );
  t.end();
});

t.test('an act counts by how likely it is', (t) => {
  const conversation = talk(lines);
  const stretches = conversation.stretches.map((one) =>
    one.acts.ask_closed === undefined ? one : { ...one, acts: { ask_closed: 0.4 } },
  );
  const labels = { disposition: 'callback', appointment: null, callback: null } as const;
  const { indicators } = measureSpeech(labelledFindings(labels, { ...conversation, stretches }));
  t.equal(indicators.closed_questions, 0.8);
  t.end();
});

t.test('quotes sentences as they were said, long enough to be understood', (t) => {
  const { quotes } = speechOf(lines);
  t.strictSame(
    quotes.find(({ shows }) => shows === 'open_questions'),
    { shows: 'open_questions', text: 'What made you call about the roof last week?' },
  );
  t.strictSame(
    quotes.filter(({ shows }) => shows === 'objections_acknowledged'),
    [{ shows: 'objections_acknowledged', text: 'I hear you, a roof is a lot of money.' }],
  );
  t.notOk(
    quotes.some(({ text }) => text === 'How old is it?'),
    'four words are too few',
  );
  for (const { text } of quotes) t.ok(lines.join(' ').includes(text), text);
  t.end();
});

t.test('a message for a machine shares its words with nobody', (t) => {
  const { words, indicators, quotes } = speechOf([
    'C: Please leave a message. {machine}',
    'A: This is Maria from Oakline, please call me back. {leave_message}',
  ]);
  t.equal(words, 9);
  t.notOk('all_words' in indicators);
  t.strictSame(quotes, []);
  t.end();
});

t.test('what the contact said around the agent is kept where an agenda comes back to it', async (t) => {
  const { exchanges } = speechOf([
    'A: Hi Paul, this is Maria from Oakline Roofing. {greeting, identify_self, identify_company}',
    'C: Real quick, I am on a ladder. {inform}',
    'A: Do you pay one third of it, or more? {ask_closed}',
    "C: I've no idea. How would I know? {inform}",
    'A: And the roof is yours? {ask_closed}',
    "C: I don't know, half of it. {inform} My wife decides that. {inform}",
    'A: We fix it in a day. {pitch}',
    'C: Okay. {backchannel} But that is too expensive for us. {object:price}',
    'A: It is a good roof. {pitch}',
    'C: And what does it cost? {ask_closed}',
    'A: It depends. {dodge_price}',
    'C: You must have some idea. {inform}',
    'A: Can I come on Monday? {propose_time}',
    'C: Fine. {accept}',
  ]);
  const around = (kind: string) =>
    exchanges.filter((one) => one.kind === kind).map(({ before, text, after }) => [before, text, after]);
  t.strictSame(around('beginning'), [
    [null, 'Hi Paul, this is Maria from Oakline Roofing.', 'Real quick, I am on a ladder.'],
  ]);
  t.strictSame(around('unknown_answer'), [
    [
      'Real quick, I am on a ladder.',
      'Do you pay one third of it, or more?',
      "I've no idea. How would I know?",
    ],
  ]);
  t.strictSame(around('answer'), [
    ['Okay. But that is too expensive for us.', 'It is a good roof.', 'And what does it cost?'],
  ]);
  t.strictSame(around('dodged_price'), [
    ['And what does it cost?', 'It depends.', 'You must have some idea.'],
  ]);
  t.strictSame(around('decider_left_out'), [
    ["I don't know, half of it. My wife decides that.", 'Can I come on Monday?', 'Fine.'],
  ]);
  const asked = speechOf([
    'C: My wife decides that. {inform}',
    'A: Can I come on Monday, when she is there? {propose_time}',
    'C: Fine. {accept}',
  ]);
  t.match(asked.exchanges, [{ kind: 'proposal', text: /^Can I come/, after: 'Fine.' }]);
  t.equal(asked.exchanges.length, 1, 'whom the agent asked for is not left out');
});

t.test(
  'what was asked openly, what was asked for a figure and what was promised is kept with the words around it',
  async (t) => {
    const { exchanges } = speechOf([
      'C: I do pots. {inform}',
      'A: Nice. {small_talk} What makes you hesitate? {ask_open}',
      'C: My age. {object:need}',
      'A: What did they say? {ask_open} I mean, the neighbours. {inform}',
      'C: And what does it cost? {ask_closed}',
      'A: Well. {backchannel} Twelve thousand. {state_price}',
      'C: How many miles has it? {ask_closed}',
      'A: Forty thousand. {state_price}',
      'C: Fine. {backchannel}',
      'A: So I call you on Monday. {promise} And I will find out before that. {promise}',
      'C: Do that. {accept}',
    ]);
    const around = (kind: string) =>
      exchanges.filter((one) => one.kind === kind).map(({ before, text, after }) => [before, text, after]);
    t.strictSame(around('question'), [['I do pots.', 'What makes you hesitate?', 'My age.']]);
    t.strictSame(around('price'), [
      ['And what does it cost?', 'Well. Twelve thousand.', 'How many miles has it?'],
    ]);
    t.strictSame(around('promise'), [
      ['Fine.', 'So I call you on Monday. And I will find out before that.', 'Do that.'],
    ]);
  },
);

t.test('what a day was settled for is kept where the words around the day do not say it', async (t) => {
  const settled = (step: string, day: string) =>
    speechOf([
      'C: Eight years, no more. {inform}',
      `A: ${step} {inform}`,
      'C: All right. {accept}',
      `A: ${day} {propose_time}`,
      'C: Tuesday at two. {accept}',
      'A: Thank you. {thanks}',
    ]).exchanges.find(({ kind }) => kind === 'arrangement')?.before;
  const step = 'Somebody comes and measures it.';
  t.equal(settled(step, 'How about Tuesday at two?'), step);
  t.equal(settled(step, 'Can I show you on Tuesday at two?'), null, 'it is said there');
  t.equal(settled('You come out around there.', 'How about Tuesday at two?'), null);
});
