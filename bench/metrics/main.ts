import {
  measureRounds,
  type RoundCounts,
  type RoundTimes,
} from '../../apps/analytics/bench/measure-rounds.ts';
import { machine, median, spread, table, thousands } from '../figures.ts';
import { runBench, say, withDatabase } from '../run-bench.ts';

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

const schema = {
  schema: 'analytics',
  migrations: new URL('../../apps/analytics/migrations/', import.meta.url),
  withJobs: true,
};

await runBench({
  name: 'metrics',
  help: HELP,
  counts: { facts: 1_000_000, calls: 10_000, rounds: 31 },
  async measure(o) {
    if (o.facts < 2 * o.calls) throw new Error('--facts must be at least twice --calls');
    return reportOf(o, await withDatabase(schema, (url) => measureRounds(url, o, say)));
  },
});

function reportOf(o: RoundCounts, { endpoint, bare }: RoundTimes): string {
  // Of pairs, one right after the other: what else the machine does at that moment slows both.
  const ratio = median(endpoint.map((ms, round) => ms / (bare[round] ?? Number.NaN)));
  return [
    `${machine('PostgreSQL 18')}; ${thousands(o.facts)} facts, ${thousands(o.calls)} calls of the user in the window and as many in the period before; ${o.rounds} runs of each, in turns, each by one process of Postgres.`,
    table(
      ['', 'ms, median', 'min', 'max'],
      [
        ['statement of the endpoint', ...spread(endpoint, 1)],
        ['bare aggregate', ...spread(bare, 1)],
      ],
    ),
    `The endpoint's statement takes ${ratio.toFixed(2)} times as long (median of the rounds; goal ${GOAL}: ${ratio <= GOAL ? 'met' : 'missed'}).`,
  ].join('\n\n');
}
