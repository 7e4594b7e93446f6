import t from 'tap';
import { splitWords } from '../../../src/engines/conversation/split-words.ts';

t.test('an amount in figures is its number and its unit, at one place', async (t) => {
  const text = 'It is $1,250.50, or 4.9% of $25k.';
  const words = splitWords(text);
  t.strictSame(
    words.map((word) => word.text),
    ['it', 'is', '1,250.50', 'dollars', 'or', '4.9', 'percent', 'of', '25', 'dollars', 'k'],
  );
  t.strictSame(
    words.slice(2, 7).map(({ start, end }) => text.slice(start, end)),
    ['$1,250.50', '$1,250.50', 'or', '4.9%', '4.9%'],
  );
});
