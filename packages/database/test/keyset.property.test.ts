import { randomUUID } from 'node:crypto';
import type { PagePosition } from '@debrief/contracts/paging';
import fc from 'fast-check';
import { sql } from 'kysely';
import t from 'tap';
import { afterPosition, pageOf, pageOrder } from '../src/keyset.ts';
import { testDatabase } from '../src/testing.ts';

const { database } = await testDatabase(t, {
  schema: 'notes',
  migrations: new URL('./migrations/', import.meta.url),
});
const db = database.kysely;

interface Note {
  id: string;
  created_date: string;
}

/** Instants of one millisecond, few enough that many rows share one. */
const microseconds = fc.integer({ min: 123_000, max: 123_004 });

async function insert(integration: string, instants: readonly number[]): Promise<void> {
  const dates = instants.map((instant) => `2026-11-20T10:00:00.${instant}Z`);
  await sql`
    insert into notes (integration_id, id, body, created_date)
    select ${integration}, gen_random_uuid(), '', instant from unnest(${dates}::timestamptz[]) as instant
  `.execute(db);
}

t.test(
  'whatever is inserted between the pages, every row that was there is listed once and in order',
  async () => {
    const rounds = fc.array(fc.array(microseconds, { maxLength: 5 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(microseconds, { minLength: 1, maxLength: 30 }),
        rounds,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('asc' as const, 'desc' as const),
        async (first, later, limit, sort) => {
          const integration = randomUUID();
          const page = async (size: number, after?: PagePosition) => {
            const { rows } = await sql<Note>`
            select id, created_date from notes
            where integration_id = ${integration} and ${afterPosition({ sort, after, table: 'notes' })}
            order by ${pageOrder({ sort, table: 'notes' })}
            limit ${size + 1}`.execute(db);
            return pageOf(rows, size);
          };
          await insert(integration, first);
          const before = (await page(100)).rows.map(({ id }) => id);
          const walked: string[] = [];
          let after: PagePosition | undefined;
          const waiting = later.values();
          for (;;) {
            const { rows, next } = await page(limit, after);
            walked.push(...rows.map(({ id }) => id));
            if (next === null) break;
            after = next;
            const inserted = waiting.next();
            if (!inserted.done) await insert(integration, inserted.value);
          }
          const isOnce = new Set(walked).size === walked.length;
          const known = walked.filter((id) => before.includes(id));
          return isOnce && JSON.stringify(known) === JSON.stringify(before);
        },
      ),
      { numRuns: process.env.TEST_LONG ? 600 : 60 },
    );
  },
);
