import { DebriefError, INVITATION_NOT_FOUND, INVITATION_NOT_PENDING } from '@debrief/contracts/errors';
import { acceptInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import type { User } from '@debrief/contracts/resources/user';
import type { Tx } from '@debrief/database/pool';
import { handle, type OperationHandler, type Outcome } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { contestedTransaction } from '../contested.ts';
import type { Tables } from '../tables.ts';
import { acceptedUsers, lockInvitations, markAccepted, resolveInvited } from './accept-statements.ts';
import { type InvitationRow, invitationView } from './invitation-view.ts';

/** Accepting an accepted one again answers the same person, whatever external id they have by now. */
export function acceptInvitation(
  db: Kysely<Tables>,
  { webAppUrl }: { webAppUrl: string },
  wakeOutbox: () => void,
): OperationHandler {
  return handle(operation, async (items) => {
    const tokens = items.map(({ input }) => input.token);
    const accepted = await contestedTransaction(db, (tx) => acceptAll(tx, tokens));
    wakeOutbox();
    return accepted.map((each): Outcome<typeof operation> => {
      if (each === undefined) return { error: new DebriefError(INVITATION_NOT_FOUND) };
      const { invitation, user } = each;
      if (user === undefined) {
        return { error: new DebriefError(INVITATION_NOT_PENDING, { status: invitation.status }) };
      }
      return { ok: { invitation: invitationView(invitation, webAppUrl), user } };
    });
  });
}

interface Accepted {
  invitation: InvitationRow;
  /** None for an invitation that can no longer be accepted. */
  user: User | undefined;
}

async function acceptAll(tx: Tx<Tables>, tokens: readonly string[]): Promise<(Accepted | undefined)[]> {
  const found = await lockInvitations(tx, tokens);
  // A token may be given twice in a batch.
  const byId = new Map(found.flatMap((row) => (row === undefined ? [] : [[row.id, row]])));
  const pending = [...byId.values()].filter(({ status }) => status === 'PENDING');
  if (pending.length > 0) {
    const userIds = await resolveInvited(tx, pending);
    await markAccepted(tx, pending, userIds);
    for (const [index, row] of pending.entries()) {
      byId.set(row.id, { ...row, status: 'ACCEPTED', accepted_user_id: userIds[index] as string });
    }
  }
  const users = await acceptedUsers(tx, [...byId.values()]);
  return found.map((row) => {
    const invitation = row && byId.get(row.id);
    return invitation && { invitation, user: users.get(invitation.id) };
  });
}
