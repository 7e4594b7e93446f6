import t from 'tap';
import { composeSummary } from '../../../../src/engines/findings/summary/compose-summary.ts';
import { isTellable } from '../../../../src/engines/findings/summary/is-tellable.ts';
import { keyWordsOf, objection, summaryOf, waltCall } from '../../../fixtures/summarized.ts';

t.test('whoever spoke beside the contact is quoted under their own name', async (t) => {
  const lines = `
A: Hi, it's Danielle from Brightmesa Solar. {identify_self, identify_company}
C: My boiler broke in May and we wash with kettles. {state_need}
C: That is more than we gave for the van. {object:price}
A: I hear you. {acknowledge}`;
  const conversation = waltCall(lines);
  const { transcript } = conversation;
  const segments = transcript.segments.map((one, i) => (i === 2 ? { ...one, speaker: 'Ilse Pruitt' } : one));
  const spoken = { ...conversation, transcript: { ...transcript, segments } };
  const index = spoken.stretches.findIndex(({ text }) => text.includes('the van'));
  const summary = composeSummary({
    conversation: spoken,
    outcome: { code: 'sale_made', probability: 1, stretches: [], shown: null },
    agreements: [],
    objections: [{ ...objection, stretch: index }],
    commitments: [],
    keyWords: keyWordsOf(spoken, { topic: 'My boiler', need: 'kettles' }),
  }).text;
  t.match(summary, "about Walt's boiler");
  t.match(summary, 'Ilse objected: “That is more than we gave for the van.”');
  t.notMatch(summary, 'Walt objected');
});

t.test('whoever spoke beside the contact declines under their own name', async (t) => {
  const call = waltCall('C: We are fine as we are. {object:need}\nC: Go and find another house. {decline}');
  const { transcript } = call;
  const segments = transcript.segments.map((one, i) => (i === 1 ? { ...one, speaker: 'Ilse Pruitt' } : one));
  const conversation = { ...call, transcript: { ...transcript, segments } };
  const outcome = { code: 'not_interested', probability: 1, stretches: [], shown: 0 } as const;
  const none = { agreements: [], objections: [{ ...objection, stretch: 0 }], commitments: [] };
  const { text } = composeSummary({ conversation, outcome, ...none, keyWords: keyWordsOf(conversation, {}) });
  t.match(text, 'Ilse declined: “Go and find another house.”');
});

t.test('where nobody says what the call is about, its category is told', async (t) => {
  const lines = "A: Hi, it's Danielle. {identify_self}\nC: Not today, thank you. {decline}";
  const filedAs = (category: string) => {
    const call = waltCall(lines);
    const conversation = { ...call, context: { ...call.context, category } };
    const outcome = { code: 'not_interested', probability: 1, stretches: [], shown: null } as const;
    const none = { agreements: [], objections: [], commitments: [] };
    return composeSummary({ conversation, outcome, ...none, keyWords: keyWordsOf(conversation, {}) }).text;
  };
  t.match(filedAs('double glazing'), /^Danielle called Walt \(double glazing\)\./);
  t.notMatch(filedAs('cold calls'), 'cold', 'which names no thing');
});

t.test('a subject that was marked within a word or its noun is told whole', async (t) => {
  const about = (line: string, topic: string) =>
    summaryOf(`A: ${line} {state_purpose}`, 'no_next_step', { topic });
  t.match(
    about(
      'We make the till and the stock list for small garden shops.',
      'the till and the stock list for small',
    ),
    'about the till and the stock list for small garden shops.',
  );
  t.match(
    about('It is about an under-the-sink heater.', 'the-sink heater'),
    'about an under-the-sink heater',
  );
  t.match(
    about('It is about the lease for Maple ending soon.', 'the lease for Maple'),
    'about the lease for Maple.',
  );
});

t.test('what a call takes, or is paid with, is not what it is about', async (t) => {
  const about = (line: string, topic: string) =>
    summaryOf(`A: ${line} {state_purpose}`, 'no_next_step', { topic });
  t.notMatch(about('I need ten minutes of your time.', 'your time'), 'about');
  t.notMatch(about('I need a card for the deposit.', 'a card for the deposit'), 'about');
});

t.test('what is mentioned in a line that does not say what the call is about is no subject', async (t) => {
  const about = (line: string, topic: string) =>
    summaryOf(`A: ${line} {state_purpose}`, 'no_next_step', { topic });
  t.notMatch(
    about('You sent us a photo of your bill in November.', 'a photo of your bill'),
    'called Walt about',
  );
  t.notMatch(about('I saw your van in our street.', 'your van'), 'called Walt about');
  t.notMatch(about('It is about his coveralls.', 'his coveralls'), 'called Walt about');
  t.notMatch(about('It is about the round one on the row.', 'the round one'), 'called Walt about');
  t.match(
    about('It is about your data breach exposure.', 'your data breach'),
    "about Walt's data breach exposure.",
  );
  t.match(
    about("It's about the quad bike and, well, all of it.", 'the quad bike and'),
    'about the quad bike.',
  );
  t.notMatch(about("It's regarding your two weeks in the hills.", 'your two weeks'), 'called Walt about');
  t.notMatch(about("It's about any benefit on the car.", 'any benefit on the car'), 'called Walt about');
});

t.test('the category is what a call is about where it names a thing that the call speaks of', async (t) => {
  const about = (category: string, line: string) => {
    const conversation = waltCall(`A: ${line} {inform}`);
    return composeSummary({
      conversation: { ...conversation, context: { ...conversation.context, category } },
      outcome: { code: 'no_next_step', probability: 1, stretches: [], shown: null },
      ...{ agreements: [], objections: [], commitments: [], keyWords: keyWordsOf(conversation, {}) },
    }).text;
  };
  t.match(about('hearing aids', 'The left aid is the better one.'), 'called Walt about hearing aids.');
  t.match(about('led lighting', 'We put in LED lighting.'), 'called Walt about LED lighting.');
  t.notMatch(about('hearing aids', 'Good morning.'), 'about');
  t.match(about('pool maintenance', 'How big is the pool?'), 'called Walt about pool maintenance.');
  t.match(about('gym membership', 'We miss you at the gym.'), 'called Walt about the gym membership.');
  t.notMatch(about('tree surgeon', 'A tree came down.'), 'about', 'who does it is not what it is about');
  t.notMatch(about('solar team', 'We put in solar.'), 'about', 'a way of working');
  t.notMatch(about('outbound sales', 'I am in sales.'), 'about');
  t.match(about('copier lease', 'Your lease is up.'), 'called Walt about the copier lease.');
  t.match(about('heating oil', 'Rosses Oil, Eamon.'), 'called Walt about heating oil.');
  t.notMatch(about('driving school', 'Safe Hands Driving School, Faldiela.'), 'about');
  t.notMatch(about('memorials', 'Rademacher Memorials, Ivan.'), 'about', 'a name speaks of nothing');
});

t.test('an item is told in a summary only where it reads without the line that it is from', async (t) => {
  for (const text of [
    'Print the sheet and have it along',
    'Email Inês the form this afternoon',
    'Bring the list',
  ])
    t.ok(isTellable(text), text);
  for (const text of [
    "Ring ten o'clock",
    'Call Dad after the game',
    'Message her tonight',
    'Draw up two',
    'Call Deshawn that morning',
    'Send Doug a text from them',
    'Tell Doyle when he comes for his mail',
    'Have Eircode bring Gráinne to the neighbour',
    'Keep three dockets, the worst you have got',
  ])
    t.notOk(isTellable(text), text);
});
