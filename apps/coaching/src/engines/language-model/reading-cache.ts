import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { FoundStretch } from './read-reply.ts';
import { fromStorage } from './storage-failure.ts';

/** What a model found in the same words before. Holds places and acts, never words. */
export interface ReadingCache {
  find(integrationId: string, contentHash: string): Promise<FoundStretch[] | null>;
  store(integrationId: string, contentHash: string, found: readonly FoundStretch[]): Promise<void>;
}

export const noCache: ReadingCache = { find: async () => null, store: async () => {} };

/** About 5 KB each. */
const READINGS_MAX = 1_000;

export function readingCache(db: Db, days: number): ReadingCache {
  return {
    find: (integrationId, contentHash) => fromStorage(find(db, integrationId, contentHash, days)),
    async store(integrationId, contentHash, found) {
      if (days > 0) await fromStorage(store(db, integrationId, contentHash, found, days));
    },
  };
}

async function find(
  db: Db,
  integrationId: string,
  contentHash: string,
  days: number,
): Promise<FoundStretch[] | null> {
  const { rows } = await sql<{ stretches: FoundStretch[] }>`
    select stretches from model_readings
    where integration_id = ${integrationId}::uuid and content_hash = ${contentHash}
      and created_date > now() - make_interval(days => ${days}::integer)
  `.execute(db);
  return rows[0]?.stretches ?? null;
}

async function store(
  db: Db,
  integrationId: string,
  contentHash: string,
  found: readonly FoundStretch[],
  days: number,
): Promise<void> {
  await sql`
    insert into model_readings (integration_id, content_hash, stretches)
    values (${integrationId}::uuid, ${contentHash}, ${JSON.stringify(found)}::json)
    on conflict (integration_id, content_hash) do update
      set stretches = excluded.stretches, created_date = excluded.created_date
  `.execute(db);
  await sql`
    delete from model_readings
    where integration_id = ${integrationId}::uuid
      and (created_date <= now() - make_interval(days => ${days}::integer)
        or content_hash in (
          select content_hash from model_readings where integration_id = ${integrationId}::uuid
          order by created_date desc offset ${READINGS_MAX}
        ))
  `.execute(db);
}
