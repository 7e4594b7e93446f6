import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '@debrief/database/pool';
import { copyTemplate } from '@debrief/database/testing';
import { sql } from 'kysely';
import { measureCalls } from '../src/metrics/measure-calls.ts';
import { previousWindow } from '../src/metrics/metrics-window.ts';
import type { Tables } from '../src/tables.ts';
import { bareAggregate } from './bare-aggregate.ts';
import { fillFacts } from './fill-facts.ts';

const HELP = `Usage: npm run bench:metrics -- [options]

Measures the statement that answers the metrics of a user beside the bare aggregate over the same range of the same
index, in turns, on a Postgres of its own.

Options:
  --facts N      facts of one integration (default 1000000)
  --calls N      those of the user in the window, and as many in the period before (default 10000)
  --rounds N     runs of each, in turns (default 31)
  --output FILE  Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --help         show this
`;
const GOAL = 1.3;
const WARM_UP_ROUNDS = 3;
const [FROM, TO] = ['<!-- figures of metrics -->', '<!-- end of figures of metrics -->'];
type Times = Record<'endpoint' | 'bare', number[]>;

const silent = { info() {}, warn() {}, error() {} };

try {
  const options = readOptions();
  if (options !== null) await run(options);
} catch (error) {
  process.stderr.write(`bench:metrics: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      facts: { type: 'string', default: '1000000' },
      calls: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '31' },
      output: { type: 'string', default: 'docs/performance.md' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return null;
  }
  const count = (name: 'facts' | 'calls' | 'rounds') => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1`);
    return number;
  };
  const counts = { facts: count('facts'), calls: count('calls'), rounds: count('rounds') };
  if (counts.facts < 2 * counts.calls) throw new Error('--facts must be at least twice --calls');
  return { ...counts, output: values.output };
}

async function run(o: NonNullable<ReturnType<typeof readOptions>>): Promise<void> {
  const migrations = new URL('../migrations/', import.meta.url);
  const { url, drop } = await copyTemplate({ schema: 'analytics', migrations, withJobs: true });
  const database = createDatabase<Tables>({
    ...{ url, schema: 'analytics', poolSize: 1, log: silent, statementTimeoutMs: 600_000 },
  });
  try {
    const db = database.kysely;
    process.stderr.write(`Storing ${o.facts} facts …\n`);
    const filled = await fillFacts(db, o);
    // More processes take less time and more work: with as many requests as cores there is nobody to help.
    await sql`set max_parallel_workers_per_gather = 0`.execute(db);
    const since = previousWindow(filled.question).date_gte;
    const statements = {
      endpoint: async () => (await measureCalls(db, filled, filled.question, since)).calls.total,
      bare: () => bareAggregate(db, filled, since),
    };
    const times: Times = { endpoint: [], bare: [] };
    process.stderr.write(`Measuring ${o.rounds} rounds …\n`);
    for (let round = -WARM_UP_ROUNDS; round < o.rounds; round += 1) {
      for (const name of round % 2 === 0
        ? (['endpoint', 'bare'] as const)
        : (['bare', 'endpoint'] as const)) {
        const startedAt = performance.now();
        const total = await statements[name]();
        if (round >= 0) times[name].push(performance.now() - startedAt);
        if (total !== o.calls) throw new Error(`${name} counts ${total} calls instead of ${o.calls}`);
      }
    }
    const report = reportOf(o, times);
    process.stdout.write(`${report}\n`);
    if (o.output !== '') writeReport(path.resolve(import.meta.dirname, '../../..', o.output), report);
  } finally {
    await database.close();
    await drop();
  }
}

function reportOf(o: { facts: number; calls: number; rounds: number }, { endpoint, bare }: Times): string {
  // Of pairs, one right after the other: what else the machine does at that moment slows both.
  const ratio = median(endpoint.map((ms, round) => ms / (bare[round] ?? Number.NaN)));
  const row = (name: string, times: readonly number[]) =>
    `| ${[name, ...[median(times), Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(1))].join(' | ')} |`;
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown processor'}), ${(totalmem() / 1024 ** 3).toFixed(0)} GiB, Linux ${release()}, Node.js ${process.version}, PostgreSQL 18`;
  return [
    `${machine}; ${thousands(o.facts)} facts, ${thousands(o.calls)} calls of the user in the window and as many in the period before; ${o.rounds} runs of each, in turns, each by one process of Postgres.`,
    [
      '| | ms, median | min | max |',
      '| --- | ---: | ---: | ---: |',
      row('statement of the endpoint', endpoint),
      row('bare aggregate', bare),
    ].join('\n'),
    `The endpoint's statement takes ${ratio.toFixed(2)} times as long (median of the rounds; goal ${GOAL}: ${ratio <= GOAL ? 'met' : 'missed'}).`,
  ].join('\n\n');
}

function writeReport(file: string, report: string): void {
  const text = readFileSync(file, 'utf8');
  const [start, end] = [text.indexOf(FROM), text.indexOf(TO)];
  if (start < 0 || end < start) throw new Error(`${file} has no place for figures: ${FROM} … ${TO}`);
  writeFileSync(file, `${text.slice(0, start + FROM.length)}\n\n${report}\n\n${text.slice(end)}`);
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
