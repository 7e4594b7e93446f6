import { listUserFacts } from '@debrief/contracts/operations/facts';
import type { Copy } from '@debrief/database/rebuild';
import type { Messaging } from '@debrief/messaging/connection';
import { listFacts } from '@debrief/messaging/list-facts';
import { agentOf } from '../record-agent.ts';
import type { Agents, Tables } from '../tables.ts';

/** Agents by what directory says of its users. */
export function rebuildAgents(messaging: Messaging): Copy<Tables, Agents> {
  return {
    kind: 'users',
    table: {
      name: 'agents',
      key: ['integration_id', 'user_id'],
      columns: ['integration_id', 'user_id', 'version', 'team_ids'] satisfies (keyof Agents)[],
    },
    async rows(start) {
      const { data, next } = await listFacts(messaging, listUserFacts, start);
      return { rows: data.map(agentOf), next };
    },
  };
}
