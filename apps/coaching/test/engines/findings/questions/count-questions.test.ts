import t from 'tap';
import { countQuestions } from '../../../../src/engines/findings/questions/count-questions.ts';
import { doubtful, judged } from '../../../fixtures/labelled-call.ts';

const count = (...lines: string[]) => countQuestions(judged(lines).conversation);

t.test('question marks are counted where there are any, the agent’s own', async (t) => {
  t.equal(count('A: How are you? Is it leaking? {greeting, ask_closed}', 'C: Who is this? {ask_closed}'), 2);
  t.equal(count('A: So you live here. {ask_closed} Right? {ask_closed}', 'C: Yes. {inform}'), 1);
});

t.test('a question in a segment of no length does not count, as its words do not', async (t) => {
  const { conversation } = judged([
    'A: Is it leaking? {ask_closed}',
    'C: It is. {inform}',
    'A: Since when? {ask_open}',
  ]);
  const [first, ...others] = conversation.transcript.segments;
  if (first === undefined) throw new Error('nothing was said');
  const segments = [{ ...first, end_time: first.start_time }, ...others];
  t.equal(countQuestions({ ...conversation, transcript: { ...conversation.transcript, segments } }), 1);
});

t.test('without marks the stretches count that ask', async (t) => {
  t.equal(
    count('A: how old is it {ask_open} i see {backchannel} is it flat {ask_closed}', 'C: flat {inform}'),
    2,
  );
});

t.test('without marks, what is half likely to be a question is half a question', async (t) => {
  const call = judged([
    'A: how old is it {ask_open} i see {backchannel} is it flat {ask_closed}',
    'C: flat {inform}',
  ]);
  t.equal(countQuestions(doubtful(call, 0.5).conversation), 1);
});
