import { listKeys as operation } from '@debrief/contracts/operations/directory-access';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { keyView, selectKeys } from './key-view.ts';

export function listKeys(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input: { integration_id } }) => {
    const rows = await selectKeys(db)
      .$if(integration_id !== undefined, (query) =>
        query.where('api_keys.integration_id', '=', integration_id as string),
      )
      .orderBy('api_keys.created_date')
      .orderBy('api_keys.id')
      .execute();
    return { ok: { data: rows.map(keyView) } };
  });
}
