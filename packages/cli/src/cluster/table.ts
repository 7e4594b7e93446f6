export interface TableRow {
  readonly what: string;
  readonly where: string;
  readonly pid: number | null;
  readonly role: string;
}

const head = ['What', 'Where', 'Process', 'Role'] as const;

/** What runs where, in columns. */
export function tableOf(rows: readonly TableRow[]): string[] {
  const cells = [
    head,
    ...rows.map(({ what, where, pid, role }) => [what, where, pid === null ? '' : String(pid), role]),
  ];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
