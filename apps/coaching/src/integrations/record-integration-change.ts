import type { IntegrationChanged } from '@debrief/contracts/events/directory';
import type { Delivery } from '@debrief/messaging/consume';
import type { Db } from '../tables.ts';

/** Keeps the newest version of each integration; versions may arrive in any order and repeatedly. */
export function recordIntegrationChange(db: Db) {
  return async ({ payload }: Pick<Delivery<IntegrationChanged>, 'payload'>): Promise<void> => {
    const { integration_id, categories, ...columns } = payload;
    const values = { ...columns, categories: categories === null ? null : JSON.stringify(categories) };
    await db
      .insertInto('integrations')
      .values({ integration_id, ...values })
      .onConflict((conflict) =>
        conflict
          .column('integration_id')
          .doUpdateSet(values)
          .whereRef('integrations.version', '<', 'excluded.version'),
      )
      .execute();
  };
}
