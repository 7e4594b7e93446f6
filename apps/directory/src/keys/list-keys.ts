import { listKeys as operation } from '@debrief/contracts/operations/directory-access';
import type { ApiKey } from '@debrief/contracts/resources/access';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { keyView, selectKeys } from './key-view.ts';

export function listKeys(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input }) => ({ ok: { data: await findKeys(db, input) } }));
}

/** Oldest first. */
export async function findKeys(
  db: Kysely<Tables>,
  { integration_id }: { integration_id?: string },
): Promise<ApiKey[]> {
  const rows = await selectKeys(db)
    .$if(integration_id !== undefined, (query) =>
      query.where('api_keys.integration_id', '=', integration_id as string),
    )
    .orderBy('api_keys.created_date')
    .orderBy('api_keys.id')
    .execute();
  return rows.map(keyView);
}
