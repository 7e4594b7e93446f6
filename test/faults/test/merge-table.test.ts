import t from 'tap';
import { mergeTable } from '../report/merge-table.ts';
import type { Row } from '../report/table.ts';

const row = (name: string, change: Partial<Row> = {}): Row => ({
  ...{ row: name, does: `does ${name}`, runs: 1, seed: 1, scale: 1, isPassed: true, found: '', seconds: 1 },
  ...change,
});
const empty = 'Before.\n<!-- Written by npm run faults: begin -->\n<!-- end -->\nAfter.\n';
const linesOf = (text: string) => text.split('\n').filter((line) => /^\| \d/.test(line));

t.test('rows are put between the marks, in the order of the faults', async (t) => {
  const text = mergeTable(empty, [row('2'), row('10a'), row('1')], ['1', '2', '10a']);
  t.match(text, /^Before\.\n.*After\.\n$/s);
  t.match(linesOf(text), [/^\| 1 \| does 1 /, /^\| 2 /, /^\| 10a /]);
});

t.test('a row that was not run stays as it was found, and one that has gone is removed', async (t) => {
  const order = ['1', '2', '3'];
  const first = mergeTable(empty, [row('1', { found: 'old' }), row('2', { found: 'old' }), row('3')], order);
  const second = mergeTable(first, [row('1', { found: 'new', isPassed: false })], ['1', '2']);
  t.match(linesOf(second), [/\*\*failed\*\* \| new/, /passed \| old/]);
  t.equal(linesOf(second).length, 2);
});

t.test('what would end a cell of the table is escaped', async (t) => {
  const text = mergeTable(empty, [row('1', { found: 'a | b\nc' })], ['1']);
  t.match(text, 'a \\| b c');
});

t.test('a text without the marks is refused', async (t) => {
  t.throws(() => mergeTable('Nothing here.', [], []), /no place for the table/);
});
