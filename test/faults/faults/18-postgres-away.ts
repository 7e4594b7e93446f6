import type { Arena, Fault } from '../fault.ts';

/** What services keep of others, and what is rebuilt from the owners. */
const kept = [
  'analytics.call_facts',
  'analytics.agents',
  'coaching.agents',
  'coaching.agent_mappings',
  'coaching.integrations',
  'ingest.integrations',
];
const rebuilds = ['analytics', 'users', 'integrations'];

const away = (row: string, seconds: number): Fault => ({
  row,
  once: seconds > 600,
  does: `Postgres away for ${seconds < 120 ? `${seconds} s` : `${seconds / 60} min`}; what services keep of others equals a rebuild of it`,
  healSeconds: () => 240,
  async inject({ stack, moment, sleep, outage, resumes }) {
    await moment(3);
    await stack.postgres.stopImmediately();
    await sleep(outage(seconds));
    await stack.postgres.start();
    await resumes(5);
  },
  async check(arena) {
    // By then events wait for up to a minute between two deliveries, and nothing moves meanwhile.
    if (arena.outage(seconds) > 20) await arena.sleep(65);
    let before = await contents(arena);
    await arena.until('what services keep of others stands still', 60, async () => {
      await arena.sleep(3);
      const last = before;
      before = await contents(arena);
      return last === before;
    });
    for (const what of rebuilds) {
      await arena.stack.cli('rebuild', what).catch((error: Error) => {
        arena.broken(
          `debrief rebuild ${what} failed: ${error.message.split('\n').slice(-2).join(' ').slice(0, 200)}`,
        );
      });
    }
    await arena.until(
      'the rebuilt rows equal those before',
      60,
      async () => (await contents(arena)) === before,
    );
  },
});

export const postgresAway: readonly Fault[] = [away('18a', 5), away('18b', 70), away('18c', 1200)];

async function contents({ stack }: Arena): Promise<string> {
  const existing = await stack.postgres.query(
    'select name from unnest($1::text[]) as kept (name) where to_regclass(name) is not null',
    [kept],
  );
  const tables = await Promise.all(
    existing.map(({ name }) =>
      stack.postgres.query(`select to_jsonb(t)::text as row from ${name} t order by 1`),
    ),
  );
  return JSON.stringify(tables);
}
