import t from 'tap';
import { countQuestions } from '../../../../src/engines/findings/questions/count-questions.ts';
import { doubtful, judged } from '../../../fixtures/labelled-call.ts';

const count = (...lines: string[]) => countQuestions(judged(lines).conversation);

t.test('question marks are counted where there are any, the agent’s own', async (t) => {
  t.equal(count('A: How are you? Is it leaking? {greeting, ask_closed}', 'C: Who is this? {ask_closed}'), 2);
  t.equal(count('A: So you live here. {ask_closed} Right? {ask_closed}', 'C: Yes. {inform}'), 1);
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
