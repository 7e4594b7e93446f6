import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copyTemplate, type TestSchema } from '../packages/database/src/testing.ts';
import { startEmbeddedPostgres } from '../packages/local/src/embedded-postgres.ts';
import { writeFigures } from './figures.ts';

interface Bench<Count extends string> {
  /** As its figures are marked, and its command is called. */
  name: string;
  help: string;
  /** Options that are whole numbers from 1, with their defaults. */
  counts: Readonly<Record<Count, number>>;
  /** @returns the figures, as Markdown. */
  measure(counts: Record<Count, number>): Promise<string>;
}

/** A command that measures, prints its figures, and puts them into the file that `--output` names. */
export async function runBench<Count extends string>(bench: Bench<Count>): Promise<void> {
  try {
    const options = readCounts(bench);
    if (options === null) return;
    const figures = await bench.measure(options);
    process.stdout.write(`${figures}\n`);
    if (options.output !== '') writeFigures(options.output, bench.name, figures);
  } catch (error) {
    process.stderr.write(`bench:${bench.name}: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

/** @returns null after printing the help. @throws for what is not an option. */
export function readCounts<Count extends string>({
  help,
  counts,
}: Pick<Bench<Count>, 'help' | 'counts'>): (Record<Count, number> & { output: string }) | null {
  const texts = Object.entries<number>(counts).map(
    ([name, count]) => [name, { type: 'string', default: String(count) }] as const,
  );
  const { values } = parseArgs({
    options: {
      output: { type: 'string', default: 'docs/performance.md' },
      help: { type: 'boolean', default: false },
      ...Object.fromEntries(texts),
    },
  });
  const given = values as { output: string; help: boolean } & Record<Count, string>;
  if (given.help) {
    process.stdout.write(help);
    return null;
  }
  const names = Object.keys(counts) as Count[];
  const read = Object.fromEntries(names.map((name) => [name, readCount(name, given[name])]));
  return { ...(read as Record<Count, number>), output: given.output };
}

/** @throws for what is not a whole number from 1. */
export function readCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a whole number from 1`);
  return count;
}

/** A migrated database on a Postgres with the settings of `npm start`, for as long as the body runs. */
export async function withDatabase<R>(o: TestSchema, body: (url: string) => Promise<R>): Promise<R> {
  // For root, Postgres runs as another user, who must be able to enter.
  const folder = mkdtempSync(path.join(tmpdir(), 'debrief-bench-'));
  chmodSync(folder, 0o755);
  try {
    const postgres = await startEmbeddedPostgres({ folder, log: say, durable: true, removeAfter: folder });
    try {
      const { url } = await copyTemplate(o, postgres.url);
      return await body(url);
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
