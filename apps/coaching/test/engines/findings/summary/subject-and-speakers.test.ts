import t from 'tap';
import { composeSummary } from '../../../../src/engines/findings/summary/compose-summary.ts';
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
  t.match(summary, "Ilse's objection was the price: “That is more than we gave for the van.”");
  t.notMatch(summary, "Walt's objection");
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
    about('You had an under-the-sink heater from us.', 'the-sink heater'),
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
