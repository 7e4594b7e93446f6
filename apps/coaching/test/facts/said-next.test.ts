import t from 'tap';
import { fromItsFirstWord, lastQuestionIn, toItsEnd } from '../../src/facts/said-next.ts';
import { callOf } from '../fixtures/call-facts.ts';

const words = (quote: string, segment_index = 4) => ({
  ...{ segment_index, start_time: 40, speaker: 'Ann', quote },
});

t.test('an answer is told to the end of its turn, which is what was heard last', async (t) => {
  const objection = words('I do not understand the fee.', 3);
  const told = (reply: string, turn: string) => {
    const answer = { kind: 'answer' as const, text: turn, segment_index: 4, start_time: 40 };
    const call = {
      ...callOf({ id: 'a' }),
      exchanges: [{ ...answer, before: objection.quote, after: 'Greek is better.' }],
    };
    return toItsEnd(call, objection, words(reply)).quote;
  };
  const fee = 'You are right to stop there.';
  t.equal(told(fee, fee), fee);
  t.equal(told(fee, `${fee} In Greek, if you like.`), `${fee} In Greek, if you like.`);
  const long = Array(25).fill('word').join(' ');
  t.equal(told(fee, `${fee} ${long}. In Greek, if you like.`), `${fee} … In Greek, if you like.`);
  t.equal(told(fee, `${fee} ${long} ${long}.`), `${fee} …`, 'no room for the rest');
});

t.test('a question is told from its first word, and the last one of several', async (t) => {
  const asked = { kind: 'question' as const, segment_index: 4, start_time: 40, before: null, after: null };
  const call = {
    ...callOf({ id: 'a' }),
    exchanges: [{ ...asked, text: 'And when it goes down, what then?' }],
  };
  t.equal(
    fromItsFirstWord(call, words('when it goes down, what then?')).quote,
    'And when it goes down, what then?',
  );
  t.equal(fromItsFirstWord(call, words('what then?')).quote, 'what then?', 'another question');
  t.equal(
    lastQuestionIn('All right. And the panels, what do they cost?'),
    'And the panels, what do they cost?',
  );
  t.equal(lastQuestionIn('That is eleven thousand? Extra?'), 'That is eleven thousand? Extra?');
});
