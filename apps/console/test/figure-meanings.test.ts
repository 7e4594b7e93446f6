import { readFile } from 'node:fs/promises';
import t from 'tap';
import { figureMeanings } from '../src/pages/figure-meanings.ts';

const doc = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
/** The cells of the tables below a heading, down to the next of its rank. */
const tableOf = (heading: string): string[][] => {
  const rank = /^#+/.exec(heading)?.[0] ?? '';
  const [, after = ''] = doc.split(`\n${heading}\n`);
  const [section = ''] = after.split(new RegExp(`\n#{2,${rank.length}} `));
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
};

t.test('what the console says that its figures mean is what the definitions say', async (t) => {
  t.strictSame(
    tableOf('### In plain words'),
    Object.entries(figureMeanings).map(([figure, [name, meaning]]) => [figure, name, meaning]),
  );
});

t.test('each of them has a formula there', async (t) => {
  const defined = (heading: string) => tableOf(heading).flatMap(([names = '']) => names.split(', '));
  const formulas = new Set([
    ...defined('## Metrics'),
    ...defined('## Conversation').map((name) => `conversation.${name}`),
  ]);
  for (const figure of Object.keys(figureMeanings)) t.ok(formulas.has(figure), figure);
});
