import t from 'tap';
import { cutWindows, linesOf } from '../../../src/engines/language-model/cut-windows.ts';
import { readReply } from '../../../src/engines/language-model/read-reply.ts';
import { conversation } from '../../fixtures/conversation.ts';

function read(lines: string[], ...stretches: [line: number, quote: string, ...acts: string[]][]) {
  const transcript = conversation(...lines);
  const [window] = cutWindows(linesOf(transcript));
  if (window === undefined) throw new Error('no lines');
  const reply = {
    stretches: stretches.map(([line, quote, ...acts]) => ({ line, quote, acts, confidence: 0.8 })),
  };
  const { found, faults, isUsable } = readReply(reply, window);
  const quotes = found.map(({ segment, start, end }) => transcript.segments[segment]?.text.slice(start, end));
  return { found, faults, isUsable, quotes };
}

t.test('quotes are found by their words, and come out as they stand in the segment', async (t) => {
  const { quotes, isUsable } = read(
    ['contact: Well -- I’d say "no", it’s $300 a month. Isn’t it?'],
    [1, "well, i'd say no", 'decline'],
    [1, 'IT’S $300 a month', 'inform'],
    [1, "Isn't it", 'ask_closed'],
  );
  t.strictSame(quotes, ['Well -- I’d say "no",', 'it’s $300 a month.', 'Isn’t it?']);
  t.ok(isUsable);
});

t.test(
  'the same words said twice are two stretches, and said twice in a reply but once in a line are one',
  async (t) => {
    const twice = read(
      ['contact: no no okay'],
      [1, 'no', 'decline'],
      [1, 'no', 'decline'],
      [1, 'okay', 'accept'],
    );
    t.strictSame(
      twice.found.map(({ start, end }) => [start, end]),
      [
        [0, 2],
        [3, 5],
        [6, 10],
      ],
    );
    const once = read(
      ['contact: no okay'],
      [1, 'no', 'decline'],
      [1, 'no', 'decline'],
      [1, 'okay', 'accept'],
    );
    t.equal(once.found.length, 2);
    t.match(once.faults, [/^stretches.1: these words do not stand in line 1/]);
  },
);

t.test('quotes out of their order are found as well', async (t) => {
  const { quotes } = read(
    ['agent: First this. Then that.'],
    [1, 'Then that.', 'inform'],
    [1, 'First this.', 'inform'],
  );
  t.strictSame(quotes, ['Then that.', 'First this.']);
});

t.test('a part of a word is not a quote', async (t) => {
  t.equal(read(['agent: Northgate Windows'], [1, 'gate Win', 'inform']).found.length, 0);
});

t.test('half of the words must be covered', async (t) => {
  const lines = ['agent: one two three four'];
  t.ok(read(lines, [1, 'one two', 'inform']).isUsable);
  t.notOk(read(lines, [1, 'one', 'inform']).isUsable);
});

t.test('what is wrong is told apart, a bounded number of times', async (t) => {
  const { faults } = read(
    ['agent: Hello.', 'contact: Yes?'],
    [7, 'Hello.', 'greeting'],
    [1, 'Good morning.', 'greeting'],
  );
  t.strictSame(faults, [
    'stretches.0: line 7 was not asked for',
    'stretches.1: these words do not stand in line 1, or stand in two stretches',
    'missing: lines 1, 2',
  ]);
  const words = Array.from({ length: 50 }, (_, index) => `w${index}`);
  const wrong = words.map((word): [number, string, string] => [2, word, 'inform']);
  t.equal(read([`agent: ${words.join(' ')}`], ...wrong).faults.length, 13);
});

t.test('a speech under one act is not a finding', async (t) => {
  const speech = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');
  t.equal(read([`agent: ${speech}`], [1, speech, 'pitch']).found.length, 0);
});
