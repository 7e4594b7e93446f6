import { reviewLists } from '../../apps/coaching/bench/review-lists.ts';
import { peopleLists } from '../../apps/directory/bench/people-lists.ts';
import { callLists } from '../../apps/ingest/bench/call-lists.ts';
import { type ExplainedList, explainLists, type ListScene } from '../../packages/database/src/list-scene.ts';
import { machine, table, thousands } from '../figures.ts';
import { runBench, say, withDatabase } from '../run-bench.ts';

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

type Counts = Record<'rows' | 'others' | 'page' | 'runs', number>;

await runBench({
  name: 'lists',
  help: HELP,
  counts: { rows: 1_000_000, others: 100, page: 10_000, runs: 5 },
  measure: async (o) =>
    reportOf(o, [
      ...(await explain(callLists, o)),
      ...(await explain(peopleLists, o)),
      ...(await explain(reviewLists, o)),
    ]),
});

function explain<T>(scene: ListScene<T>, o: Counts): Promise<ExplainedList[]> {
  return withDatabase(scene, (url) =>
    explainLists(scene, {
      ...{ url, rows: o.rows, others: o.others, othersRows: Math.ceil(o.rows / 1000), runs: o.runs, say },
      pages: [1, o.page].flatMap((page) => (['asc', 'desc'] as const).map((sort) => ({ sort, page }))),
    }),
  );
}

/** A row for each question: the slowest of its pages and orders counts. */
function reportOf(o: Counts, lists: readonly ExplainedList[]): string {
  const byQuestion = Map.groupBy(lists, ({ question }) => question);
  const isMissed = ({ question, milliseconds }: ExplainedList) =>
    milliseconds > (question.reach === 'list' ? SHORT_NAME_GOAL_MS : GOAL_MS);
  const missed = lists.filter(isMissed).length;
  const scanned = lists.filter((list) => list.scanned.length > 0).length;
  return [
    `${machine('PostgreSQL 18')}; ${thousands(o.rows)} rows in each list of the tenant, ${o.others} other tenants with ${thousands(Math.ceil(o.rows / 1000))} each, page ${thousands(o.page)}.`,
    table(
      ['list', 'filters', 'first page, ms', 'deep page, ms', 'rows visited', 'pages read'],
      [...byQuestion].map(([{ list, filters }, asked]) => {
        const slowest = (isFirst: boolean) =>
          Math.max(
            ...asked.filter(({ page }) => (page === 1) === isFirst).map(({ milliseconds }) => milliseconds),
          ).toFixed(1);
        const most = (name: 'visited' | 'pages') => thousands(Math.max(...asked.map((one) => one[name])));
        return [list, filters, slowest(true), slowest(false), most('visited'), most('pages')];
      }),
      2,
    ),
    `The slower order of each counts. Of ${lists.length} questions ${missed} took longer than the goal of ${GOAL_MS} ms (${SHORT_NAME_GOAL_MS} ms for parts of names under three characters), and ${scanned} read a table from end to end.`,
  ].join('\n\n');
}
