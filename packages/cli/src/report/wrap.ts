const WIDTH = 100;

/** Lines of at most 100 columns; the first begins with the prefix, the others are indented as far. */
export function wrap(text: string, prefix: string): string[] {
  const lines: string[] = [];
  let line = prefix;
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(prefix.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].filter((part) => part !== '');
}

export function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}
