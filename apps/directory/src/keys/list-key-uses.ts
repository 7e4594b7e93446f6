import { listKeyUses as operation } from '@debrief/contracts/operations/directory-access';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

interface KeyUses {
  day: string;
  key_id: string;
  integration_id: string;
  name: string;
  uses: number;
}

export function listKeyUses(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input: { key_id, integration_id, since } }) => {
    const { rows } = await sql<KeyUses>`
      select to_char(used.day, 'YYYY-MM-DD') as day, used.key_id, key.integration_id, key.name, used.uses::float8 as uses
      from key_uses used join api_keys key on key.id = used.key_id
      where used.day >= ${since}::date
        and ${key_id === undefined ? sql`true` : sql`used.key_id = ${key_id}`}
        and ${integration_id === undefined ? sql`true` : sql`key.integration_id = ${integration_id}`}
      order by used.day desc, used.key_id
    `.execute(db);
    return { ok: { data: rows } };
  });
}
