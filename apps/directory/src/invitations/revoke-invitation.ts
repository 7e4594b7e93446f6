import { DebriefError, INVITATION_NOT_FOUND, INVITATION_NOT_PENDING } from '@debrief/contracts/errors';
import { revokeInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle, type Item, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { type InvitationRow, invitationColumns, invitationView } from './invitation-view.ts';

type Named = Item<typeof operation>['input'];

export function revokeInvitation(db: Kysely<Tables>, { webAppUrl }: { webAppUrl: string }): OperationHandler {
  return handle(operation, async (items) => {
    const rows = await transaction(db, (tx) =>
      revoke(
        tx,
        items.map(({ input }) => input),
      ),
    );
    return rows.map((row) => {
      if (row === undefined) return { error: new DebriefError(INVITATION_NOT_FOUND) };
      const { status } = row;
      if (status !== 'PENDING' && status !== 'REVOKED') {
        return { error: new DebriefError(INVITATION_NOT_PENDING, { status }) };
      }
      return { ok: invitationView({ ...row, status: 'REVOKED' }, webAppUrl) };
    });
  });
}

/** @returns each invitation as it was before, in the order given. */
async function revoke(tx: Tx<Tables>, named: readonly Named[]): Promise<(InvitationRow | undefined)[]> {
  // Locked in order first: an update of several rows takes them in an order of its own.
  const { rows } = await sql<InvitationRow & { place: number }>`
    select item.place, ${invitationColumns}
    from unnest(
      ${named.map(({ integration_id }) => integration_id)}::uuid[], ${named.map(({ id }) => id)}::uuid[]
    ) with ordinality as item (integration_id, id, place)
    join invitations i on i.integration_id = item.integration_id and i.id = item.id
    order by i.integration_id, i.id
    for no key update of i
  `.execute(tx);
  const pending = rows.filter(({ status }) => status === 'PENDING');
  await sql`
    update invitations set status = 'REVOKED', ended_date = now()
    from unnest(
      ${pending.map(({ integration_id }) => integration_id)}::uuid[], ${pending.map(({ id }) => id)}::uuid[]
    ) as item (integration_id, id)
    where invitations.integration_id = item.integration_id and invitations.id = item.id
  `.execute(tx);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return named.map((_, index) => byPlace.get(index + 1));
}
