import type { ApiKey } from '@debrief/contracts/resources/access';
import { toMilliseconds } from '@debrief/database/instants';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../tables.ts';

/** All but `sha256`, which never leaves the database. */
export const keyColumns = [
  'api_keys.id',
  'api_keys.integration_id',
  'api_keys.name',
  'api_keys.access',
  'api_keys.created_date',
  'api_keys.expires_at',
  'api_keys.revoked_at',
  'api_keys.last_used_at',
] as const;

/** Keys with the organization of their integration, as `keyView` needs them. */
export function selectKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('api_keys')
    .innerJoin('integrations', 'integrations.id', 'api_keys.integration_id')
    .select([...keyColumns, 'integrations.organization_id']);
}

type KeyRow = Omit<Selectable<Tables['api_keys']>, 'sha256'> & { organization_id: string };

export function keyView(row: KeyRow): ApiKey {
  return {
    id: row.id,
    organization_id: row.organization_id,
    integration_id: row.integration_id,
    name: row.name,
    access: row.access,
    created_date: toMilliseconds(row.created_date),
    expires_at: row.expires_at === null ? null : toMilliseconds(row.expires_at),
    revoked_at: row.revoked_at === null ? null : toMilliseconds(row.revoked_at),
    last_used_at: row.last_used_at === null ? null : toMilliseconds(row.last_used_at),
  };
}
