import { callLists } from '../../apps/ingest/bench/call-lists.ts';
import { type ExplainedList, explainLists } from '../../packages/database/src/list-scene.ts';
import { machine, table, thousands } from '../figures.ts';
import { runBench, say, withDatabase } from '../run-bench.ts';
import { partitionByTenant } from './partition-by-tenant.ts';

const HELP = `Usage: npm run bench:partitions -- [options]

Asks every list of calls of one table, and of the same table in partitions by integration_id.

Options:
  --rows N        calls of the tenant that asks (default 200000)
  --others N      other tenants, each with a thousandth of that (default 100)
  --partitions N  by the hash of integration_id (default 16)
  --page N        the deep page (default 1000)
  --runs N        of each question; the median counts (default 3)
  --output FILE   Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --help          show this
`;

type Counts = Record<'rows' | 'others' | 'partitions' | 'page' | 'runs', number>;
interface Measured {
  lists: ExplainedList[];
  seconds: number;
}

await runBench({
  name: 'partitions',
  help: HELP,
  counts: { rows: 200_000, others: 100, partitions: 16, page: 1_000, runs: 3 },
  measure: async (o) => reportOf(o, await measure(o, false), await measure(o, true)),
});

function measure(o: Counts, inPartitions: boolean): Promise<Measured> {
  return withDatabase(callLists, async (url) => {
    const { partitions } = o;
    if (inPartitions) await partitionByTenant(url, { schema: 'ingest', table: 'recordings', partitions });
    const startedAt = performance.now();
    let storedAt = startedAt;
    const lists = await explainLists(callLists, {
      ...{ url, rows: o.rows, others: o.others, othersRows: Math.ceil(o.rows / 1000), runs: o.runs },
      say(line) {
        say(line);
        if (line.endsWith('all is analyzed')) storedAt = performance.now();
      },
      pages: [1, o.page].map((page) => ({ sort: 'desc' as const, page })),
    });
    return { lists, seconds: (storedAt - startedAt) / 1000 };
  });
}

function reportOf(o: Counts, whole: Measured, parts: Measured): string {
  const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;
  const partsOf = ({ tables }: ExplainedList) =>
    tables.filter((name) => /^recordings(_\d+)?$/.test(name)).length;
  const rowOf = (name: string, { lists, seconds }: Measured) => [
    name,
    seconds.toFixed(0),
    ...([true, false] as const).flatMap((isFirst) => {
      const times = lists
        .filter(({ page }) => (page === 1) === isFirst)
        .map(({ milliseconds }) => milliseconds);
      return [median(times).toFixed(2), Math.max(...times).toFixed(1)];
    }),
    thousands(median(lists.map(({ pages }) => pages))),
    String(Math.max(...lists.map(partsOf))),
  ];
  return [
    `${machine('PostgreSQL 18')}; ${thousands(o.rows)} calls of the tenant that asks, ${o.others} other tenants with ${thousands(Math.ceil(o.rows / 1000))} each; ${new Set(whole.lists.map(({ question }) => question)).size} questions, the deep page is ${thousands(o.page)}.`,
    table(
      [
        'calls in',
        'stored and indexed, s',
        'first page, ms (median)',
        '(slowest)',
        'deep page, ms (median)',
        '(slowest)',
        'pages read (median)',
        'tables read at most',
      ],
      [rowOf('one table', whole), rowOf(`${o.partitions} partitions`, parts)],
      1,
    ),
  ].join('\n\n');
}
