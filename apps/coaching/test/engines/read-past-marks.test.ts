import type { Transcript } from '@debrief/contracts/resources/transcript';
import { transcriptOf } from '@debrief/contracts/scripted-call';
import t from 'tap';
import { builtInCoach } from '../../src/engines/built-in/built-in-coach.ts';
import type { Coach } from '../../src/engines/coach.ts';
import { readPastMarks } from '../../src/engines/read-past-marks.ts';
import { context, rubricNamed } from '../fixtures/conversation.ts';

const rubric = rubricNamed('general-sales');
const turns: [speaker: 'agent' | 'contact', text: string][] = [
  ['agent', 'Hello Susan. This is David Miller from Sunrise Energy. Is this a good time to talk?'],
  ['contact', 'Yes, I have a few minutes.'],
  ['agent', 'The system costs $1,800. I can visit you on Tuesday at three.'],
  ['contact', 'Hm. That is too expensive. Another company gave us a much lower price.'],
  ['agent', 'I understand. Our price includes a warranty of twenty five years.'],
  ['contact', 'Okay. That sounds better, Tuesday at three is fine with us.'],
  ['agent', 'Great. I will send you the proposal by email today, and I will call you on Monday.'],
  ['contact', 'Thanks, David, see you on Tuesday.'],
];
const plain = (text: string) => text.replaceAll(/[.,?](?=\s|$)/g, '');

function transcript(write: (text: string) => string): Transcript {
  const said = turns.map(([speaker, text]) => ({ speaker, text: write(text) }));
  return transcriptOf('David Miller', 'Susan Parker', said);
}
const byRules: Transcript = { ...transcript((text) => text), punctuation: 'rules' };

t.test('marks that rules set change nothing of what is found', async (t) => {
  const found = await readPastMarks(builtInCoach).analyze(byRules, rubric, context);
  const bare = await builtInCoach.analyze(transcript(plain), rubric, context);
  t.strictSame(found.disposition.codes, bare.disposition.codes);
  t.strictSame(found.rating, bare.rating);
  t.strictSame(found.conversation.questions, bare.conversation.questions);
  t.strictSame(found.speech.indicators, bare.speech.indicators);
  t.strictSame(
    found.evidence.map(({ quote }) => plain(quote)),
    bare.evidence.map(({ quote }) => quote),
  );
});

t.test('every quote stands in its segment as it is written, also inside of sentences', async (t) => {
  const { evidence, speech, ...report } = await readPastMarks(builtInCoach).analyze(byRules, rubric, context);
  const texts = byRules.segments.map(({ text }) => text);
  t.ok(evidence.length >= 5);
  for (const { segment_index, quote } of evidence) {
    t.ok(texts[segment_index]?.includes(quote), quote);
    t.notOk(texts[segment_index]?.includes(`${quote}.`), `with its full stop: ${quote}`);
  }
  t.ok(
    evidence.some(({ quote }) => /\w[.,?] /.test(quote)),
    'some have marks within',
  );
  for (const { text } of speech.quotes)
    t.ok(
      texts.some((said) => said.includes(text)),
      text,
    );
  const quoted = [...JSON.stringify(report).matchAll(/(?:\\"|“)(.+?)(?: …)?(?:\\"|”)/g)].map(
    ([, words = '']) => words,
  );
  t.ok(quoted.length > 2);
  for (const words of quoted)
    t.ok(
      texts.some((said) => said.includes(words)),
      words,
    );
});

t.test('marks of an engine or a model are read', async (t) => {
  let read: Transcript | undefined;
  const coach: Coach = {
    analyze: (given, ...rest) => {
      read = given;
      return builtInCoach.analyze(given, ...rest);
    },
  };
  for (const punctuation of ['engine', 'model', 'none', undefined] as const) {
    const { punctuation: _, ...given } = byRules;
    const own = punctuation === undefined ? given : { ...given, punctuation };
    await readPastMarks(coach).analyze(own, rubric, context);
    t.equal(read, own, punctuation ?? 'not said');
  }
});
