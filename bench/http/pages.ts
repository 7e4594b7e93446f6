import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@debrief/contracts/endpoints/calls';
import { createCursors } from '../../apps/gateway/src/routes/cursors.ts';
import { readSecrets } from '../../packages/cli/src/start/secrets.ts';
import { machine, median, spread, table, thousands, writeFigures } from '../figures.ts';
import { readCounts, say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import { SETTLE_MS, type Surroundings } from '../stack.ts';
import { debrief } from './contestants.ts';
import { needWrk } from './need-wrk.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type Measured, runWrk } from './run-wrk.ts';

const HELP = `Usage: npm run bench -- pages [options]

Measures GET /calls?limit=50: the first page beside a deep one, in turns, over HTTP with wrk.

Options:
  --rows N         calls of the tenant (default 1000000)
  --page N         the deep page (default 10000)
  --rounds N       rounds of each, after one to warm up (default 5)
  --seconds N      of each measurement (default 5)
  --connections N  HTTP connections (default 32)
  --output FILE    Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --help           show this
`;
const LIMIT = 50;
const GOAL = 1.2;
const counts = { rows: 1_000_000, page: 10_000, rounds: 5, seconds: 5, connections: 32 };
type Options = typeof counts & { output: string };

await runUntilStopped({
  name: 'bench',
  readOptions: () => readCounts({ help: HELP, counts }),
  async run(options: Options, signal) {
    await needWrk(say);
    const pages = await withFolder((folder) =>
      withProcesses({ folder, signal }, (o) => measurePages(options, o)),
    );
    const report = reportOf(options, pages);
    process.stdout.write(`${report}\n`);
    if (options.output !== '') writeFigures(options.output, 'requests: pages', report);
  },
});

async function measurePages(options: Options, o: Surroundings): Promise<Measured[][]> {
  const prepared = await prepare(o, options.rows);
  const cursors = ['', await cursorBefore(options, prepared, o.folder)];
  await sleep(SETTLE_MS, undefined, { signal: o.signal });
  const pages: Measured[][] = cursors.map(() => []);
  for (let round = 0; round <= options.rounds; round += 1)
    for (const [index, cursor] of cursors.entries()) {
      const env = { ...prepared.env, CURSOR: cursor };
      const load = { ...options, scenario: 'lists', env, signal: o.signal } as const;
      const measured = await runWrk(debrief(prepared.stack), load);
      say(`Round ${round}, page ${index === 0 ? 1 : options.page}: p50 ${measured.p50Ms} ms`);
      // The first warms up.
      if (round > 0) pages[index]?.push(measured);
    }
  return pages;
}

/** The cursor that a client has when it has read all pages before. */
async function cursorBefore(
  { page }: Options,
  { stack, tenant: { integrationId } }: Prepared,
  folder: string,
): Promise<string> {
  const { sort } = { sort: calls.listCalls.query.properties.sort.default as string };
  const { rows } = await stack.client.query<{ created_date: string; id: string }>(
    `select to_char(created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_date, id
     from ingest.recordings where integration_id = $1 and kind = 'call'
     order by recordings.created_date ${sort}, id ${sort} offset $2 limit 1`,
    [integrationId, (page - 1) * LIMIT - 1],
  );
  const [position] = rows;
  if (position === undefined) throw new Error(`there are fewer than ${page} pages of ${LIMIT}`);
  const scope = { endpoint: calls.listCalls.id, integrationId, sort, filters: {} };
  return createCursors([readSecrets(folder).cursorSecret]).sign(position, scope);
}

function reportOf(o: Options, pages: readonly Measured[][]): string {
  const [first = [], deep = []] = pages;
  const ratio = median(deep.map(({ p50Ms }, round) => p50Ms / (first[round]?.p50Ms ?? Number.NaN)));
  return [
    `${machine('PostgreSQL 18')}; ${thousands(o.rows)} calls, pages of ${LIMIT}, ${o.connections} connections, ${o.rounds} rounds of ${o.seconds} s in turns.`,
    table(
      ['page', 'p50 ms', 'min', 'max', 'p99 ms', 'requests/s'],
      [first, deep].map((rounds, index) => [
        thousands(index === 0 ? 1 : o.page),
        ...spread(
          rounds.map(({ p50Ms }) => p50Ms),
          2,
        ),
        median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(2),
        median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
      ]),
    ),
    `Page ${thousands(o.page)} takes ${ratio.toFixed(2)} times as long as page 1 (p50, median of the rounds; goal ${GOAL}: ${ratio <= GOAL ? 'met' : 'missed'}).`,
  ].join('\n\n');
}
