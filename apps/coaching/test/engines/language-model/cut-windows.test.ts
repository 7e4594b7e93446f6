import t from 'tap';
import { cutWindows, estimateTokens, linesOf } from '../../../src/engines/language-model/cut-windows.ts';
import { conversation } from '../../fixtures/conversation.ts';

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
