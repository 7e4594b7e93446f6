import t from 'tap';
import { fitWords, joinWords } from '../../src/resources/transcript-words.ts';

const words = (text: string) =>
  text
    .split(' ')
    .map((word, index) => ({ text: word, start_time: index, end_time: index + 0.5, confidence: index / 10 }));
const segment = (text: string, from = text) => ({ role: 'agent', text, words: words(from) });

t.test('words that are the text stay the same', async (t) => {
  const one = segment('this is all');
  t.equal(fitWords(one), one);
  const none = { text: 'this is all' };
  t.equal(fitWords(none), none);
});

t.test('where the text was changed, the words there become one', async (t) => {
  const said = 'it is four one one one, thanks';
  t.strictSame(fitWords(segment('it is [card number], thanks', said)).words, [
    { text: 'it', start_time: 0, end_time: 0.5, confidence: 0 },
    { text: 'is', start_time: 1, end_time: 1.5, confidence: 0.1 },
    { text: '[card number],', start_time: 2, end_time: 5.5, confidence: 0.2 },
    { text: 'thanks', start_time: 6, end_time: 6.5, confidence: 0.6 },
  ]);
});

t.test('whatever was changed, the words are the text', async (t) => {
  const said = 'a b a b a';
  for (const text of [
    'a b',
    'x',
    'b a b a b',
    'a b a b a b',
    'x b a b a',
    'a b a b x',
    'a x a x a',
    'ab a b a',
  ]) {
    const left = fitWords(segment(text, said)).words;
    t.equal(left.map((word) => word.text).join(' '), text, text);
    t.ok(
      left.every(
        ({ start_time, end_time }, at) =>
          start_time < end_time && start_time >= (left[at - 1]?.end_time ?? 0),
      ),
      text,
    );
  }
});

t.test('words as one are as sure as the least sure, of those of which anything is known', async (t) => {
  const [one, two] = words('a b');
  if (one === undefined || two === undefined) throw new Error('no words');
  t.match(joinWords([two, one], 'ab'), { confidence: 0 });
  t.match(joinWords([{ ...one, confidence: null }, two], 'ab'), { confidence: 0.1 });
  t.match(joinWords([{ ...one, confidence: null }], 'a'), { confidence: null });
});
