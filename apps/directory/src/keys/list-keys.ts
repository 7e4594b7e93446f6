import { listKeys as operation } from '@debrief/contracts/operations/directory-access';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { selectKeys } from './key-queries.ts';
import { keyView } from './key-view.ts';

/** Asked by operators only, one at a time, so each item is a query of its own. */
export function listKeys(db: Kysely<Tables>): OperationHandler {
  return handle(operation, (items) =>
    Promise.all(
      items.map(async ({ input }) => {
        const query = selectKeys(db);
        const { integration_id: integration } = input;
        const rows = await (integration === undefined
          ? query
          : query.where('api_keys.integration_id', '=', integration)
        ).execute();
        return { ok: { data: rows.map(keyView) } };
      }),
    ),
  );
}
