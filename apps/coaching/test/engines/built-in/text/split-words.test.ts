import t from 'tap';
import { splitWords } from '../../../../src/engines/built-in/text/split-words.ts';

const texts = (text: string) => splitWords(text).map((word) => word.text);

t.test('contractions open into the words they stand for', async (t) => {
  t.strictSame(texts("I don't know, we'll see"), ['i', 'do', 'not', 'know', 'we', 'will', 'see']);
  t.strictSame(texts('it’s fine'), ['it', 'is', 'fine']);
  t.strictSame(texts("I can't and won't"), ['i', 'can', 'not', 'and', 'will', 'not']);
});

t.test("a possessive stays one: the neighbor's house is not neighbor is house", async (t) => {
  t.strictSame(texts("my neighbor's house"), ['my', 'neighbor', "'s", 'house']);
});

t.test('what comes in pieces is put together', async (t) => {
  t.strictSame(texts('e-mail me at 5 p.m. on the 14th'), [
    'email',
    'me',
    'at',
    '5',
    'pm',
    'on',
    'the',
    '14th',
  ]);
  t.strictSame(texts('it is $1,200.50 or 10%'), ['it', 'is', '1,200.50', 'or', '10']);
  t.strictSame(texts('twenty-five'), ['twenty', 'five']);
});

t.test('every word keeps its place in the text', async (t) => {
  const text = 'Well — I’ll call Zoë (at 5:30)!';
  for (const { text: word, start, end } of splitWords(text)) {
    const written = text.slice(start, end).toLowerCase().replaceAll('’', "'");
    t.ok(written.includes(word) || written === "i'll", `${word} stands in ${written}`);
  }
});

t.test('text without words has none', async (t) => {
  t.strictSame(texts(''), []);
  t.strictSame(texts(' … — !! '), []);
});
