import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { keyColumns } from './key-view.ts';

/** Keys as operators see them, oldest first. */
export function selectKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('api_keys')
    .innerJoin('integrations', 'integrations.id', 'api_keys.integration_id')
    .select([...keyColumns, 'integrations.organization_id'])
    .orderBy('api_keys.created_date')
    .orderBy('api_keys.id');
}
