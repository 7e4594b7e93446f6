type Row = Record<string, unknown>;

/** JSON for programs, or aligned columns for people. */
export function printRows(rows: readonly Row[], columns: readonly string[], asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  if (rows.length === 0) {
    process.stdout.write('None found.\n');
    return;
  }
  const cells = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((c) => cell(row[c]))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  for (const line of cells) {
    process.stdout.write(
      `${line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

/** JSON for programs, or one `name: value` a line for people. */
export function printRecord(record: Row, asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(record, null, 2)}\n`);
    return;
  }
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  for (const [name, value] of Object.entries(record)) {
    process.stdout.write(`${`${name}:`.padEnd(width + 2)}${cell(value)}\n`);
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) {
    return value
      .map((item) => (typeof item === 'object' ? String((item as Row).name ?? JSON.stringify(item)) : item))
      .join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
