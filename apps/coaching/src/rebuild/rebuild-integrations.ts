import { IntegrationChanged } from '@debrief/contracts/events/directory';
import { listIntegrationFacts } from '@debrief/contracts/operations/facts';
import type { Copy } from '@debrief/database/rebuild';
import type { Messaging } from '@debrief/messaging/connection';
import { listFacts } from '@debrief/messaging/list-facts';
import type { Tables } from '../tables.ts';

/** Integrations by what directory says of them; the table has the fields of the event. */
export function rebuildIntegrations(messaging: Messaging): Copy<Tables, IntegrationChanged> {
  return {
    kind: 'integrations',
    table: {
      name: 'integrations',
      key: ['integration_id'],
      columns: Object.keys(IntegrationChanged.properties),
    },
    async rows(start) {
      const { data, next } = await listFacts(messaging, listIntegrationFacts, start);
      return { rows: data, next };
    },
  };
}
