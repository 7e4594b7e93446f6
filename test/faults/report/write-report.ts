import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faults } from '../faults.ts';
import { root } from '../root.ts';
import { mergeTable } from './merge-table.ts';
import type { Row } from './table.ts';

const file = path.join(root, 'docs/reliability.md');

/** Writes what was found into docs/reliability.md. */
export function writeReport(rows: readonly Row[]): void {
  const order = faults.map(({ row }) => row);
  writeFileSync(file, mergeTable(readFileSync(file, 'utf8'), rows, order));
}
