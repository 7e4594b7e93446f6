import { integrationChanged } from '@debrief/contracts/events/directory';
import { appendToOutbox } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import type { Selectable } from 'kysely';
import type { Tables } from '../tables.ts';
import { integrationFact } from './integration-view.ts';

export async function emitIntegrationChanged(
  tx: Tx<Tables>,
  row: Selectable<Tables['integrations']>,
): Promise<void> {
  await appendToOutbox(tx, [{ subject: integrationChanged.subject, payload: integrationFact(row) }]);
}
