import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../fault.ts';
import type { PostgresServer } from '../stack/postgres-server.ts';

const TRIES = 5;

/**
 * To a database, its clock set forth by an hour is the same as every instant that it holds being an hour older. All of
 * them move in one transaction, those of leases, jobs and the lease clock among them. Nobody reads or writes meanwhile:
 * a row that was claimed by the old clock after its table has moved would have a lease that has run out.
 */
async function moveClock(postgres: PostgresServer, hours: number): Promise<void> {
  const columns = await postgres.query(
    `select table_schema as schema, table_name as table, column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and data_type = 'timestamp with time zone' and is_generated = 'NEVER'
       and table_schema not in ('pg_catalog', 'information_schema') and table_name <> 'schema_migrations'
     order by 1, 2, 3`,
  );
  const tables = Map.groupBy(columns, ({ schema, table }) => `"${schema}"."${table}"`);
  const updates = [...tables].map(([table, ofTable]) => {
    const moved = ofTable.map(({ column }) => `"${column}" = "${column}" - interval '${hours} hours'`);
    return `update ${table} set ${moved.join(', ')}`;
  });
  const lock = `lock table ${[...tables.keys()].join(', ')} in access exclusive mode`;
  const move = () => postgres.query(`begin; ${lock}; ${updates.join('; ')}; commit`);
  // It locks tables in another order than the services do, and a deadlock ends either side.
  for (let tries = 1; ; tries += 1) {
    try {
      await move();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tries === TRIES) throw error;
    }
  }
}

const moved = (row: string, way: string, hours: readonly number[]): Fault => ({
  row,
  does: `the clock of the database set ${way}; leases and lists recover by themselves`,
  prepare: async ({ stack }) => stack.engine.takes(1),
  async inject({ stack, moment, sleep }) {
    for (const by of hours) {
      await moment(3);
      await moveClock(stack.postgres, by);
      await sleep(3);
    }
    stack.engine.takes(0.3);
  },
});

let clockFolder: string | undefined;
/** Says where the clock of the apps is; the same in all rows of a run, which share a Debrief. */
function clockFile(): string {
  if (clockFolder === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'debrief-clock-'));
    process.once('exit', () => rmSync(folder, { recursive: true }));
    clockFolder = folder;
  }
  return path.join(clockFolder, 'seconds');
}
const preload = fileURLToPath(new URL('../stack/moved-clock.ts', import.meta.url));

/** NATS loses its store meanwhile, so that what is done now and then, and not on an event, is needed. */
const ofApps = (row: string, way: string, hours: number): Fault => ({
  row,
  does: `the clock of every app set ${way} by an hour, and NATS loses its store; everything ends, and after the way back`,
  settings() {
    writeFileSync(clockFile(), '0');
    return { NODE_OPTIONS: `--import=${preload}`, NODE_MOVED_CLOCK: clockFile() };
  },
  async inject({ stack, moment, sleep, resumes }) {
    await moment(3);
    writeFileSync(clockFile(), String(hours * 3600));
    await sleep(3);
    await stack.nats.kill();
    stack.nats.wipe();
    await stack.nats.start();
    await resumes(10);
    await sleep(3);
    writeFileSync(clockFile(), '0');
  },
});

export const moveClockFaults: readonly Fault[] = [
  moved('22a', 'forth by an hour', [1]),
  moved('22b', 'back by an hour', [-1]),
  moved('22c', 'forth and back by an hour', [1, -1]),
  ofApps('22d', 'forth', 1),
  ofApps('22e', 'back', -1),
];
