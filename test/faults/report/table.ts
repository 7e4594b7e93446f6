/** A line of the table. */
export interface Row {
  readonly row: string;
  readonly does: string;
  readonly runs: number;
  readonly seed: number;
  /** By which its outages were multiplied. */
  readonly scale: number;
  readonly isPassed: boolean;
  /** What was found broken, and how often, else what was measured. */
  readonly found: string;
  readonly seconds: number;
}

export const head: readonly string[] = [
  '| Row | Fault | Runs | Seed | Scale | Result | Found | Seconds |',
  '|---|---|---|---|---|---|---|---|',
];

export function formatRow(row: Row): string {
  const result = row.isPassed ? 'passed' : '**failed**';
  const cells = [row.row, row.does, row.runs, row.seed, row.scale, result, row.found, row.seconds.toFixed(0)];
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
