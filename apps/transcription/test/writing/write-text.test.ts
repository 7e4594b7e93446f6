import { removeCardNumbers } from '@debrief/contracts/cards/remove-card-numbers';
import { fitWords } from '@debrief/contracts/resources/transcript-words';
import fc from 'fast-check';
import t from 'tap';
import { type WriteOptions, writeText } from '../../src/writing/write-text.ts';
import type { WordedSegment } from '../../src/writing/written-word.ts';
import { said, texts } from '../fixtures/said.ts';

const english: WriteOptions = {
  language: 'en-US',
  speakers: ['David Miller', 'Susan Parker'],
  punctuateTexts: null,
};

function joined({ words }: WordedSegment): string {
  return words.map(({ text }) => text).join(' ');
}

t.test('bare words become text by rules, and the words of each segment are its text', async (t) => {
  const heard = said(
    'A: hello susan / is this a good time',
    'C: yes it is',
    "A: it is twenty five dollars a month from monday at three o'clock",
  );
  const { segments, punctuation } = await writeText(heard, english);
  t.equal(punctuation, 'rules');
  t.strictSame(texts(segments), [
    'Hello Susan. Is this a good time?',
    'Yes, it is.',
    "It is $25 a month from Monday at three o'clock.",
  ]);
  t.strictSame(segments.map(joined), texts(segments));
  t.strictSame(
    segments.map(({ words }) => [words[0]?.start_time, words.at(-1)?.end_time]),
    heard.map(({ words }) => [words[0]?.start_time, words.at(-1)?.end_time]),
  );
});

t.test('what an engine wrote stays, but for numbers that it left in words', async (t) => {
  const heard = said('A: So, dave, it is twenty-five dollars.', 'C: OK');
  const { segments, punctuation } = await writeText(heard, english);
  t.equal(punctuation, 'engine');
  t.strictSame(texts(segments), ['So, dave, it is $25.', 'OK']);
});

t.test('an engine that writes capitals alone says nothing of case', async (t) => {
  const { segments, punctuation } = await writeText(said('A: HELLO SUSAN', 'C: THAT IS FINE'), english);
  t.equal(punctuation, 'rules');
  t.strictSame(texts(segments), ['Hello Susan.', 'That is fine.']);
});

t.test('the rules are of English only', async (t) => {
  for (const language of ['de', 'und', 'enm']) {
    const { segments, punctuation } = await writeText(said('A: guten tag susan'), { ...english, language });
    t.equal(punctuation, 'none', language);
    t.strictSame(texts(segments), ['guten tag susan'], language);
  }
});

t.test('nothing heard is nothing written', async (t) => {
  t.strictSame(await writeText([], english), { segments: [], punctuation: 'none' });
});

t.test('a model sets the marks and capitals where one is in use, over the segments of a turn', async (t) => {
  const asked: string[] = [];
  const punctuateTexts = async (all: readonly string[]) => {
    asked.push(...all);
    return ['Hello, it is McDonald. And it is OK?', 'Twenty five dollars.'];
  };
  const heard = said('A: hello it is mcdonald', 'A: and it is ok', 'C: twenty five dollars');
  const { segments, punctuation } = await writeText(heard, { ...english, punctuateTexts });
  t.strictSame(asked, ['hello it is mcdonald and it is ok', 'twenty five dollars']);
  t.equal(punctuation, 'model');
  t.strictSame(texts(segments), ['Hello, it is McDonald.', 'And it is OK?', '$25.']);
  t.strictSame(segments.map(joined), texts(segments));
});

t.test('marks of other scripts become those of the script they follow', async (t) => {
  const punctuateTexts = async () => ['你好，how are you？我很好。'];
  const heard = said('A: 你 好 how are you 我 很 好');
  const { segments } = await writeText(heard, { ...english, language: 'zh', punctuateTexts });
  t.strictSame(texts(segments), ['你 好， how are you? 我 很 好。']);
});

t.test('where a model changes words, they stay as they were heard from there on', async (t) => {
  const punctuateTexts = async () => ['Hello, Susannah. It is me.', ''];
  const { segments } = await writeText(said('A: hello susan it is me', 'C: fine'), {
    ...english,
    punctuateTexts,
  });
  t.strictSame(texts(segments), ['Hello, Susan it is me', 'Fine']);
});

t.test('without an answer of the model the rules set the marks', async (t) => {
  const punctuateTexts = async () => null;
  const { segments, punctuation } = await writeText(said('A: hello susan'), { ...english, punctuateTexts });
  t.equal(punctuation, 'rules');
  t.strictSame(texts(segments), ['Hello Susan.']);
});

const card = 'four one one one one one one one one one one one one one one one'.split(' ');
const code = 'security code nine eight seven'.split(' ');
const breaks = fc.array(fc.constantFrom(' ', ' ', ' ', ' | ', '\nC: ', '\nA: okay\nC: '), {
  minLength: card.length + code.length,
  maxLength: card.length + code.length,
});

t.test('card numbers are removed whether before numbers are written or after', async (t) => {
  await fc.assert(
    fc.asyncProperty(breaks, async (between) => {
      const spoken = [...card, ...code].map((word, index) => word + between[index]).join('');
      const heard = said(...`C: it is ${spoken}`.split('\n').map((line) => line.trim()));
      const first = removeCardNumbers(heard).map(fitWords);
      const before = await writeText(first, english);
      const after = removeCardNumbers((await writeText(heard, english)).segments).map(fitWords);
      for (const left of [before.segments, after]) {
        const text = texts(left).join(' ');
        if (/\d|\b(one|four|nine|eight|seven)\b/i.test(text)) throw new Error(text);
        if (!left.every((segment) => joined(segment) === segment.text)) throw new Error(JSON.stringify(left));
      }
    }),
    { numRuns: 300 },
  );
  const { segments } = await writeText(
    removeCardNumbers(
      said('C: my card is four one one one one one one one one one one one one one one one please'),
    ).map(fitWords),
    english,
  );
  t.match(segments[0], { text: 'My card is [card number] please.' });
  t.match(
    segments[0]?.words.map(({ text }) => text),
    ['My', 'card', 'is', '[card number]', 'please.'],
  );
});
