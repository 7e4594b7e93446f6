import { createDatabase } from '@debrief/database/pool';
import { sql } from 'kysely';
import { measureCalls } from '../src/metrics/measure-calls.ts';
import { previousWindow } from '../src/metrics/metrics-window.ts';
import type { Tables } from '../src/tables.ts';
import { bareAggregate } from './bare-aggregate.ts';
import { fillFacts } from './fill-facts.ts';

const WARM_UP_ROUNDS = 3;
const silent = { info() {}, warn() {}, error() {} };

export interface RoundCounts {
  facts: number;
  /** Of the user in the window, and as many in the period before. */
  calls: number;
  rounds: number;
}

/** In milliseconds, by round. */
export type RoundTimes = Record<'endpoint' | 'bare', number[]>;

/** Fills a database, and runs the statement of the endpoint and the bare aggregate in turns. */
export async function measureRounds(
  url: string,
  o: RoundCounts,
  say: (line: string) => void,
): Promise<RoundTimes> {
  const database = createDatabase<Tables>({
    ...{ url, schema: 'analytics', poolSize: 1, log: silent, statementTimeoutMs: 600_000 },
  });
  try {
    const db = database.kysely;
    say(`Storing ${o.facts} facts …`);
    const filled = await fillFacts(db, o);
    // More processes take less time and more work: with as many requests as cores there is nobody to help.
    await sql`set max_parallel_workers_per_gather = 0`.execute(db);
    const since = previousWindow(filled.question).date_gte;
    const statements = {
      endpoint: async () => (await measureCalls(db, filled, filled.question, since)).calls.total,
      bare: () => bareAggregate(db, filled, since),
    };
    const times: RoundTimes = { endpoint: [], bare: [] };
    say(`Measuring ${o.rounds} rounds …`);
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
    return times;
  } finally {
    await database.close();
  }
}
