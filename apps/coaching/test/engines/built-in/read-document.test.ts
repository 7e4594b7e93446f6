import t from 'tap';
import { splitWords } from '../../../src/engines/conversation/split-words.ts';
import { documentOf, sentencesOf } from '../../fixtures/document.ts';

t.test('sentences end at punctuation where the engine writes it', async (t) => {
  const document = documentOf('agent: Hi Paul. How are you? I am calling about your roof.');
  t.ok(document.punctuated);
  t.strictSame(sentencesOf(document), ['hi paul', 'how are you', 'i am calling about your roof']);
  t.strictSame(
    document.units.map(({ questionMark }) => questionMark),
    [false, true, false],
  );
});

t.test('a sentence runs on over segments of one speaker, and ends with the turn', async (t) => {
  const document = documentOf('agent: We would come on', 'agent: Thursday at two.', 'contact: Fine.');
  t.strictSame(sentencesOf(document), ['we would come on thursday at two', 'fine']);
  t.strictSame(
    document.turns.map(({ role }) => role),
    ['agent', 'contact'],
  );
});

t.test('without punctuation sentences start at telling words', async (t) => {
  const read = (line: string) => sentencesOf(documentOf(line));
  t.strictSame(read('agent: okay thank you does that help'), ['okay', 'thank you', 'does that help']);
  t.strictSame(read('agent: that makes sense and when did the problem start'), [
    'that makes sense',
    'and when did the problem start',
  ]);
  t.strictSame(read('agent: i understand i will remove you from our list'), [
    'i understand',
    'i will remove you from our list',
  ]);
  t.strictSame(read('agent: that is good to hear what rate are you paying on your loan'), [
    'that is good to hear',
    'what rate are you paying on your loan',
  ]);
});

t.test('what only looks like a start does not cut a sentence', async (t) => {
  for (const sentence of [
    'the last company did that to me',
    'it looks like a great match for your background',
    'i know how long it takes',
    'let us do wednesday at seven',
    'let me know when you are ready',
    'i have you down for tuesday',
  ]) {
    t.strictSame(sentencesOf(documentOf(`agent: ${sentence}`)), [sentence]);
  }
});

t.test('segments without a word, and recordings without a segment, are read as nothing', async (t) => {
  t.strictSame(documentOf().units, []);
  t.strictSame(documentOf('agent: …', 'contact: Hello there.').turns.length, 1);
});

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
