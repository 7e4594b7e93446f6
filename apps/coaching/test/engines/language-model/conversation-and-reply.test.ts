import t from 'tap';
import type { Act } from '../../../src/engines/conversation/acts.ts';
import { buildConversation } from '../../../src/engines/language-model/build-conversation.ts';
import { cutWindows, estimateTokens, linesOf } from '../../../src/engines/language-model/cut-windows.ts';
import { readReply } from '../../../src/engines/language-model/read-reply.ts';
import { context, conversation } from '../../fixtures/conversation.ts';

type Found = [segment: number, start: number, end: number, act: Act];

function build(lines: string[], ...found: Found[]) {
  return buildConversation(
    conversation(...lines),
    context,
    found.map(([segment, start, end, act]) => ({ segment, start, end, acts: { [act]: 0.8 } })),
  );
}

t.test('words that no stretch has become stretches without acts', async (t) => {
  const { stretches } = build(['agent: Hi Paul. How are you? Bye.'], [0, 9, 21, 'ask_open']);
  t.match(stretches, [
    { index: 0, text: 'Hi Paul.', acts: {}, start: 0, end: 8 },
    { index: 1, text: 'How are you?', acts: { ask_open: 0.8 } },
    { index: 2, text: 'Bye.', acts: {}, start: 22, end: 26 },
  ]);
  t.strictSame(
    stretches[1]?.words.map(({ text }) => text),
    ['how', 'are', 'you'],
  );
});

t.test('a turn is what one speaker says until the other takes over', async (t) => {
  const { turns, stretches, people } = build(
    ['agent: Hi.', 'agent: Is this Paul?', 'contact: …', 'agent: Hello?', 'contact: Yes.'],
    [4, 0, 4, 'accept'],
  );
  t.match(turns, [
    { index: 0, role: 'agent', from: 0, to: 3 },
    { index: 1, role: 'contact', from: 3, to: 4 },
  ]);
  t.strictSame(
    stretches.map(({ turn, segment }) => [turn, segment]),
    [
      [0, 0],
      [0, 1],
      [0, 3],
      [1, 4],
    ],
  );
  t.strictSame(people, { agent: 'Maria', contact: 'Paul' });
  t.equal(
    turns[0]?.endTime,
    conversation('agent: Hi.', 'agent: Is this Paul?', 'contact: …', 'agent: Hello?').segments[3]?.end_time,
  );
});

t.test('an answer counts once there is something to answer', async (t) => {
  const lines = ['contact: Yes.', 'agent: Thursday?', 'contact: Yes.'];
  const { stretches } = build(lines, [0, 0, 4, 'accept'], [1, 0, 9, 'propose_time'], [2, 0, 4, 'accept']);
  t.strictSame(
    stretches.map(({ acts }) => Object.keys(acts)),
    [[], ['propose_time'], ['accept']],
  );
});

t.test('lines are numbered over what has words, and keep their places', async (t) => {
  const lines = linesOf(conversation('agent: Hello.', 'contact: …', 'contact: Yes?'));
  t.match(lines, [
    { number: 1, segment: 0, role: 'agent', text: 'Hello.' },
    { number: 2, segment: 2, role: 'contact', text: 'Yes?' },
  ]);
});

const monologues: Record<string, string> = {
  sentences: 'And so it went on and on. '.repeat(100),
  'words without punctuation': 'and so it went on '.repeat(200),
  'one endless word': '𝒜'.repeat(3_000),
};

t.test('a long segment is cut into lines that together are its text', async (t) => {
  for (const [title, text] of Object.entries(monologues)) {
    const lines = linesOf(conversation(`agent: ${text}`));
    t.equal(
      lines
        .map((line) => line.text)
        .join('')
        .trim(),
      text.trim(),
      title,
    );
    t.ok(lines.length >= 3, title);
    for (const line of lines) {
      t.ok(line.text.length <= 700 && line.text.isWellFormed(), title);
      t.equal(line.text, text.slice(line.start, line.end), title);
    }
  }
  const [first] = linesOf(conversation(`agent: ${monologues.sentences}`));
  t.match(first?.text, /on\.$/);
});

t.test('every line is asked for once, in windows of a bounded size', async (t) => {
  const lines = linesOf(
    conversation(...Array.from({ length: 200 }, (_, index) => `agent: Sentence ${index} is here.`)),
  );
  const windows = cutWindows(lines);
  t.strictSame(
    windows.flatMap((window) => window.lines),
    lines,
  );
  for (const [index, { before, lines: own }] of windows.entries()) {
    t.ok(own.reduce((sum, { text }) => sum + estimateTokens(text), 0) <= 450);
    t.equal(before.length === 0, index === 0);
    t.equal(before.at(-1)?.number ?? 0, (own[0]?.number ?? 0) - 1);
    t.ok(before.reduce((sum, { text }) => sum + estimateTokens(text), 0) <= 200);
  }
});

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
