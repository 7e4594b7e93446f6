import { formatRow, head, type Row } from './table.ts';

const BEGIN = '<!-- Written by npm run faults: begin -->';
const END = '<!-- end -->';

/**
 * Puts the rows into the table of a text, in the order of the names given; lines of rows that were not run stay as
 * they are, and lines of rows that are no more go.
 */
export function mergeTable(text: string, rows: readonly Row[], order: readonly string[]): string {
  const [before, rest] = text.split(BEGIN);
  const [table, after] = rest?.split(END) ?? [];
  if (before === undefined || table === undefined || after === undefined) {
    throw new Error(`the text has no place for the table, between ${BEGIN} and ${END}`);
  }
  const lines = new Map<string, string>();
  for (const line of table.split('\n')) {
    const name = /^\| (\d+[a-z]*) \|/.exec(line)?.[1];
    if (name !== undefined) lines.set(name, line);
  }
  for (const row of rows) lines.set(row.row, formatRow(row));
  const sorted = order.flatMap((name) => lines.get(name) ?? []);
  return `${before}${BEGIN}\n\n${[...head, ...sorted].join('\n')}\n\n${END}${after}`;
}
