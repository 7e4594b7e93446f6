import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OwnRubric } from '../engines/resolve-rubrics.ts';
import type { Tables } from '../tables.ts';

/** An integration's own rubrics in their newest versions, as a query. */
export function newestRubrics(integrationId: RawBuilder<unknown>): RawBuilder<StoredRubric> {
  return sql`
    select distinct on (name) name, version, content, created_date from rubrics
    where rubrics.integration_id = ${integrationId}
    order by name, version desc
  `;
}

export interface StoredRubric extends OwnRubric {
  readonly created_date: string;
}

export async function findRubrics(db: Kysely<Tables>, integrationId: string | null): Promise<StoredRubric[]> {
  if (integrationId === null) return [];
  const { rows } = await newestRubrics(sql`${integrationId}::uuid`).execute(db);
  return rows;
}

export function findRubricVersion(
  db: Kysely<Tables>,
  integrationId: string,
  { name, version }: { name: string; version: number },
): Promise<StoredRubric | undefined> {
  return db
    .selectFrom('rubrics')
    .select(['name', 'version', 'content', 'created_date'])
    .where('integration_id', '=', integrationId)
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
}
