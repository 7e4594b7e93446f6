import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { type InvitationRow, invitationColumns } from './invitation-view.ts';

/** An invitation by its id or its token, locked until the transaction ends. */
export async function lockInvitation(
  tx: Tx<Tables>,
  integrationId: string,
  key: { id: string } | { token: string },
): Promise<InvitationRow | undefined> {
  const isIt = 'id' in key ? sql`i.id = ${key.id}` : sql`i.token = ${key.token}`;
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from invitations i
    where i.integration_id = ${integrationId} and ${isIt}
    for no key update
  `.execute(tx);
  return rows[0];
}
