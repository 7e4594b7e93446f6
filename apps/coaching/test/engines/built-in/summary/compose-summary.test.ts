import t from 'tap';
import { builtInCoach } from '../../../../src/engines/built-in/built-in-coach.ts';
import { lexRank } from '../../../../src/engines/built-in/summary/lexrank.ts';
import type { CoachingContext } from '../../../../src/engines/coach.ts';
import { sampleCalls } from '../../../fixtures/calls.ts';
import { context, conversation, rubricNamed } from '../../../fixtures/conversation.ts';

const rubric = rubricNamed('general-sales');

function summaryOf(lines: string[], change: Partial<CoachingContext> = {}): string {
  return builtInCoach.analyze(conversation(...lines), rubric, { ...context, ...change }).summary.outcome
    .summary;
}

const call = [
  'agent: Hi Paul, this is Maria from Northgate Windows. I am calling about your old windows.',
  'contact: Yes. The windows are twelve years old and the heating bill goes up every winter.',
  'agent: New windows would save you a third of that. They cost nine thousand.',
  'contact: Nine thousand is too expensive for us.',
  'agent: I understand. May I visit you on Thursday at two and measure?',
  'contact: Yes, Thursday at two works.',
  'agent: I will send you the brochure today.',
];

t.test(
  'a summary says who called about what, what the contact said and objected to, and how it ended',
  async (t) => {
    t.equal(
      summaryOf(call),
      'Maria Lopez called Paul Weber about their old windows. ' +
        'Paul said: "The windows are twelve years old and the heating bill goes up every winter." ' +
        "Paul's objection was the price. " +
        'They agreed on an appointment: Thursday at two; Maria is to send the brochure today.',
    );
  },
);

t.test('it tells an inbound call and a training from an outbound call', async (t) => {
  t.match(summaryOf(call, { incoming: true }), /^Paul Weber called and spoke with Maria Lopez/);
  t.match(summaryOf(call, { incoming: null }), /^Maria Lopez spoke with Paul Weber/);
  t.match(summaryOf(call, { kind: 'roleplay' }), /^Maria Lopez trained with Paul Weber/);
});

t.test('every quote in a summary was said, and a summary is one to four sentences', async (t) => {
  for (const { name, variant, transcript, incoming } of sampleCalls()) {
    const { summary } = builtInCoach.analyze(transcript, rubric, { ...context, incoming }).summary.outcome;
    for (const [, quote] of summary.matchAll(/said: "([^"]*?)\.?"/g)) {
      t.ok(
        transcript.segments.some(({ text }) => text.includes(quote as string)),
        `${name} (${variant}): ${quote}`,
      );
    }
    const sentences = summary.replaceAll(/"[^"]*"/g, 'Q').match(/\.(\s|$)/g) ?? [];
    t.ok(sentences.length >= 1 && sentences.length <= 4, `${name} (${variant}): ${summary}`);
  }
});

t.test('a recording without speech says so', async (t) => {
  t.equal(summaryOf([]), 'The recording contains no speech.');
});

t.test('LexRank puts the sentence most others resemble first, and takes any number of them', async (t) => {
  const [roof, leak, tax] = lexRank([
    { lemmas: ['roof', 'leak', 'water'] },
    { lemmas: ['roof', 'leak', 'winter'] },
    { lemmas: ['tax', 'credit'] },
  ]);
  t.equal(roof, leak);
  t.ok((roof as number) > (tax as number));
  t.strictSame(lexRank([]), []);
});
