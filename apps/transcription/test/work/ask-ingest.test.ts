import t from 'tap';
import { cutParts } from '../../src/work/ask-ingest.ts';

t.test('a text is cut into parts that make it again, and no character in two', async (t) => {
  for (const text of ['', 'a', 'abcd', 'abcde', '😀😀😀', 'a😀b😀c😀', '\uD83D\uD83D\uD83D\uD83D\uD83D']) {
    const parts = cutParts(text, 4);
    t.equal(parts.join(''), text);
    t.ok(parts.every((part) => part.length > 0 && part.length <= 4));
  }
  t.same(cutParts('abc😀def', 4), ['abc', '😀de', 'f']);
});
