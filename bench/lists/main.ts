import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reviewLists } from '../../apps/coaching/bench/review-lists.ts';
import { peopleLists } from '../../apps/directory/bench/people-lists.ts';
import { callLists } from '../../apps/ingest/bench/call-lists.ts';
import { type ExplainedList, explainLists, type ListScene } from '../../packages/database/src/list-scene.ts';
import { copyTemplate } from '../../packages/database/src/testing.ts';

const HELP = `Usage: npm run bench:lists -- [options]

Asks every list with every filter and prints what that costs Postgres.

Options:
  --rows N       rows of each list of the tenant that asks (default 1000000)
  --others N     other tenants, each with a thousandth of that (default 100)
  --page N       the deep page (default 10000)
  --runs N       of each question; the median counts (default 5)
  --output FILE  Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --help         show this
`;
const GOAL_MS = 20;
/** A part of a name shorter than three characters that no name has: the whole list is looked through. */
const SHORT_NAME_GOAL_MS = 200;
const [FROM, TO] = ['<!-- figures of lists -->', '<!-- end of figures of lists -->'];

type Options = Record<'rows' | 'others' | 'page' | 'runs', number> & { output: string };

try {
  const options = readOptions();
  if (options !== null) await run(options);
} catch (error) {
  process.stderr.write(`bench:lists: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      others: { type: 'string', default: '100' },
      page: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '5' },
      output: { type: 'string', default: 'docs/performance.md' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return null;
  }
  const count = (name: 'rows' | 'others' | 'page' | 'runs') => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1`);
    return number;
  };
  return {
    ...{ rows: count('rows'), others: count('others'), page: count('page'), runs: count('runs') },
    output: values.output,
  };
}

async function run(o: Options): Promise<void> {
  const lists = [
    ...(await measure(callLists, o)),
    ...(await measure(peopleLists, o)),
    ...(await measure(reviewLists, o)),
  ];
  const report = reportOf(o, lists);
  process.stdout.write(`${report}\n`);
  if (o.output !== '') writeReport(path.resolve(import.meta.dirname, '../..', o.output), report);
}

async function measure<T>(scene: ListScene<T>, o: Options): Promise<ExplainedList[]> {
  const { url, drop } = await copyTemplate(scene);
  try {
    return await explainLists(scene, {
      ...{ url, rows: o.rows, others: o.others, othersRows: Math.ceil(o.rows / 1000), runs: o.runs },
      pages: [1, o.page].flatMap((page) => (['asc', 'desc'] as const).map((sort) => ({ sort, page }))),
      say: (line) => process.stderr.write(`${line}\n`),
    });
  } finally {
    await drop();
  }
}

/** A row for each question: the slowest of its pages and orders counts. */
function reportOf(o: Options, lists: readonly ExplainedList[]): string {
  const byQuestion = Map.groupBy(lists, ({ question }) => question);
  const isMissed = ({ question, milliseconds }: ExplainedList) =>
    milliseconds > (question.reach === 'list' ? SHORT_NAME_GOAL_MS : GOAL_MS);
  const missed = lists.filter(isMissed).length;
  const scanned = lists.filter((list) => list.scanned.length > 0).length;
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown processor'}), ${(totalmem() / 1024 ** 3).toFixed(0)} GiB, Linux ${release()}, PostgreSQL 18`;
  return [
    `${machine}; ${thousands(o.rows)} rows in each list of the tenant, ${o.others} other tenants with ${thousands(Math.ceil(o.rows / 1000))} each, page ${thousands(o.page)}.`,
    [
      '| list | filters | first page, ms | deep page, ms | rows visited | pages read |',
      '| --- | --- | ---: | ---: | ---: | ---: |',
      ...[...byQuestion].map(([{ list, filters }, asked]) => {
        const slowest = (isFirst: boolean) =>
          Math.max(
            ...asked.filter(({ page }) => (page === 1) === isFirst).map(({ milliseconds }) => milliseconds),
          ).toFixed(1);
        const most = (name: 'visited' | 'pages') => thousands(Math.max(...asked.map((one) => one[name])));
        return `| ${[list, filters, slowest(true), slowest(false), most('visited'), most('pages')].join(' | ')} |`;
      }),
    ].join('\n'),
    `The slower order of each counts. Of ${lists.length} questions ${missed} took longer than the goal of ${GOAL_MS} ms (${SHORT_NAME_GOAL_MS} ms for parts of names under three characters), and ${scanned} read a table from end to end.`,
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
