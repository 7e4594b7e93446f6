import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Puts the figures of a measurement between their marks in a Markdown file; what is around them stays. */
export function writeFigures(file: string, name: string, figures: string): void {
  const [from, to] = [`<!-- figures of ${name} -->`, `<!-- end of figures of ${name} -->`];
  const target = path.resolve(root, file);
  const text = readFileSync(target, 'utf8');
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`${target} has no place for figures: ${from} … ${to}`);
  writeFileSync(target, `${text.slice(0, start + from.length)}\n\n${figures}\n\n${text.slice(end)}`);
}

/** What it was measured on. @param programs that took part, with their versions. */
export function machine(...programs: readonly string[]): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  // Without what whoever built it calls it.
  const kernel = release().replace(/-.*/, '');
  const memory = `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`;
  const here = `${cpus().length} cores (${model}), ${memory}, Linux ${kernel}, Node.js ${process.version}`;
  return [here, ...programs].join(', ');
}

/** @param words columns of words, from the left; the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], words = 1): string {
  const lines = [head, head.map((_, index) => (index < words ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Median, least and most. */
export function spread(values: readonly number[], digits: number): string[] {
  return [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
}

export function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
