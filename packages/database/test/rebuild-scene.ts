import { randomUUID } from 'node:crypto';
import { FACTS_PAGE_ROWS, type FactPosition } from '@debrief/contracts/paging';
import { type Kysely, sql } from 'kysely';
import type { Test } from 'tap';
import { startJobs } from '../src/job-worker.ts';
import type { DatabaseLog } from '../src/pool.ts';
import { type Copy, findRebuild, runRebuilds, startRebuild } from '../src/rebuild.ts';
import { testDatabase } from '../src/testing.ts';
import { until } from './stream.ts';

export interface Row {
  integration_id: string;
  id: string;
  version: number;
  words: string[];
  figures: { talk: number | null } | null;
}
export type Db = Kysely<{ copies: Row; echoes: { integration_id: string; name: string } }>;

const schema = 'notes';
const silent: DatabaseLog = { info() {}, warn() {}, error() {} };

/** Another service with its rows, which answers in pages and writes an event for each change. */
export class Owner {
  rows = new Map<string, Row>();
  questions: (FactPosition | null)[] = [];
  isAway = false;
  /** Runs when a page has been read and is on its way. */
  onTheWay: () => Promise<void> = async () => {};

  set(change: Partial<Row> & { integration_id: string }): Row {
    const before = this.rows.get(change.id ?? '');
    const row: Row = {
      id: randomUUID(),
      words: ['a "word"', 'ö'],
      figures: { talk: 0.25 },
      ...before,
      ...change,
      version: (before?.version ?? 0) + 1,
    };
    this.rows.set(row.id, row);
    return row;
  }

  all(): Row[] {
    const key = (row: Row) => row.integration_id + row.id;
    return [...this.rows.values()].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  }

  copy(): Copy<unknown, Row> {
    return {
      kind: 'copies',
      table: {
        name: 'copies',
        key: ['integration_id', 'id'],
        columns: ['integration_id', 'id', 'version', 'words', 'figures'],
      },
      rows: async ({ integrationId, after }) => {
        this.questions.push(after);
        if (this.isAway) throw new Error('away');
        const from = after === null ? '' : after.integration_id + after.id;
        const rest = this.all().filter(
          (row) =>
            row.integration_id + row.id > from &&
            (integrationId === null || row.integration_id === integrationId),
        );
        const rows = structuredClone(rest.slice(0, FACTS_PAGE_ROWS));
        await this.onTheWay();
        const last = rows.at(-1);
        const next =
          rest.length > rows.length && last ? { integration_id: last.integration_id, id: last.id } : null;
        return { rows, next };
      },
    };
  }
}

/** A database of its own, an owner with rows of three integrations, and a copy that is right. */
export async function rebuildScene(t: Test, count: number) {
  const { database, url } = await testDatabase<{ copies: Row; echoes: never }>(t, {
    schema,
    migrations: new URL('./rebuild-migrations/', import.meta.url),
    withJobs: true,
  });
  const db = database.kysely as unknown as Db;
  const owner = new Owner();
  const integrations = [randomUUID(), randomUUID(), randomUUID()] as const;
  for (let index = 0; index < count; index += 1)
    owner.set({ integration_id: integrations[index % 3] as string });
  await receive(db, ...owner.all());
  const copied = () =>
    db.selectFrom('copies').selectAll().orderBy('integration_id').orderBy('id').execute() as Promise<Row[]>;
  async function work(copy: Copy<unknown, never> = owner.copy() as never) {
    const jobs = await startJobs({
      url,
      schema,
      handlers: [
        runRebuilds(db as Kysely<unknown>, schema, {
          copies: [copy as unknown as Copy<unknown, object>],
          outage: (error) => ((error as Error).message === 'away' ? 'the owner' : null),
          log: silent,
        }),
      ],
      concurrency: 2,
      log: silent,
      timing: { pollMs: 50, beatMs: 100, stopGraceMs: 300 },
    });
    t.teardown(() => jobs.close());
    return jobs;
  }
  const start = (integrationId: string | null = null, kind = 'copies') =>
    startRebuild(db as Kysely<unknown>, schema, { kind, integrationId });
  async function ended(kind = 'copies') {
    await until(async () => (await findRebuild(db, kind))?.finished_at != null);
    const rebuild = await findRebuild(db, kind);
    if (rebuild === null) throw new Error('no rebuild');
    return rebuild;
  }
  return { db, owner, integrations, copied, work, start, ended };
}

/** As a service stores its events. */
export async function receive(db: Db, ...rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into copies
    select * from json_populate_recordset(null::copies, ${JSON.stringify(rows)}::json)
    on conflict (integration_id, id) do update set
      version = excluded.version, words = excluded.words, figures = excluded.figures
    where copies.version < excluded.version`.execute(db);
}
