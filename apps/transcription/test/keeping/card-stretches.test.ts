import { findCards } from '@debrief/contracts/cards/remove-card-numbers';
import t from 'tap';
import { groupWords } from '../../src/build-segments.ts';
import type { HeardWord } from '../../src/engines/recognize-windows.ts';
import { cardStretches } from '../../src/keeping/card-stretches.ts';

const NUMBER = 'four one one one one one one one one one one one one one one one';

/** Words of half a second each, one after another. */
function say(text: string, from: number, change: (word: HeardWord) => object = () => ({})): HeardWord[] {
  return text.split(' ').map((one, index) => {
    const start = from + index / 2;
    const word = { text: one, start_time: start, end_time: start + 0.5, confidence: 1 };
    return { ...word, ...change(word) };
  });
}

/** @param written what becomes of the text of a segment. */
function stretchesOf(words: HeardWord[], written = (text: string) => text) {
  const spoken = groupWords([words, []]);
  const named = spoken.map(({ text }) => ({ role: 'contact', text: written(text) }));
  return cardStretches(spoken, named, findCards(named));
}

t.test('a card number is a stretch from its first word to its last, and a little more', (t) => {
  const words = say(`my card is ${NUMBER} thank you`, 10);
  t.strictSame(stretchesOf(words), [{ startTime: 11.5 - 0.25, endTime: 19.5 + 0.5 }]);
  const capital = (text: string) => text.replace('my', 'My');
  t.strictSame(stretchesOf(words, capital), stretchesOf(words), 'however it is written');
  t.strictSame(stretchesOf(say('call me at three', 0)), []);
  t.end();
});

t.test('a security code is one as well, and what meets is one stretch', (t) => {
  const words = say(`${NUMBER} security code nine eight seven please`, 0);
  t.strictSame(stretchesOf(words), [
    { startTime: 0, endTime: 8.5 },
    { startTime: 8.75, endTime: 11 },
  ]);
  t.strictSame(stretchesOf(say(`${NUMBER} code nine eight seven`, 0)).length, 1);
  t.end();
});

t.test('where the text is not made of the words, the whole segment is the stretch', (t) => {
  const words = say(`my card is ${NUMBER} thank you`, 10);
  const written = (text: string) => text.replace(NUMBER, '4111 1111 1111 1111');
  t.strictSame(stretchesOf(words, written), [{ startTime: 9.75, endTime: 21 }]);
  t.end();
});

t.test('where words have no times, it is the segment and all in which they may have been said', (t) => {
  const within = { startTime: 4, endTime: 30 };
  const words = say(`my card is ${NUMBER} thank you`, 10, () => ({ within }));
  t.strictSame(stretchesOf(words), [{ startTime: 3.75, endTime: 30.5 }]);
  t.end();
});
