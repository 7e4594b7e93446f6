import type { IntegrationCaller } from '@debrief/contracts/caller';
import { DebriefError, MEMBER_NOT_FOUND } from '@debrief/contracts/errors';
import { createOwnInvitation as operation } from '@debrief/contracts/operations/directory-own';
import { recordAudit } from '@debrief/database/audit';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { foldCase } from '../match-keys.ts';
import { LostRace, retryTransaction } from '../retry-lost-race.ts';
import { newAgent } from '../submissions/merge-submissions.ts';
import { resolvePeople } from '../submissions/resolve-people.ts';
import type { Tables } from '../tables.ts';
import { type InvitationRules, invite } from './create-invitation.ts';
import { invitationView } from './invitation-view.ts';

/** `emitted`: whoever invites for the first time becomes a user, as whoever accepts does. */
export function createOwnInvitation(
  db: Kysely<Tables>,
  { days, links }: InvitationRules,
  emitted: () => void,
): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => {
    const { integration_id } = caller;
    const { created, row } = await retryTransaction(db, async (tx) => {
      const invited_by_user_id = await userOf(tx, caller);
      const external_user_id =
        input.external_user_id ?? (await knownIdOf(tx, integration_id, input.email)) ?? input.email;
      const invited = await invite(
        tx,
        { ...input, integration_id, external_user_id, invited_by_user_id },
        days,
      );
      if (invited.created) {
        const details = { role: input.role };
        await recordAudit(tx, 'directory', caller, {
          ...{ action: 'invitation.created', target: invited.row.id, details },
        });
      }
      return invited;
    });
    emitted();
    return { ok: { created, invitation: invitationView(row, links) } };
  });
}

/** The user that the member is, found or made by their e-mail as a submission would: every invitation has an inviter. */
async function userOf(
  tx: Tx<Tables>,
  { integration_id, member_id, user_id }: IntegrationCaller,
): Promise<string> {
  if (user_id != null) return user_id;
  const account = await tx
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select(['accounts.email', 'accounts.name'])
    .where('memberships.id', '=', member_id as string)
    .executeTakeFirst();
  // Removed meanwhile.
  if (account === undefined) throw new DebriefError(MEMBER_NOT_FOUND);
  const { email, name } = account;
  const agent = newAgent(integration_id, { external_user_id: email, user_name: name, user_email: email });
  const [resolved] = await resolvePeople(tx, [agent], []);
  if (resolved?.id == null) throw new LostRace('a submission has just claimed the external id');
  return resolved.id;
}

async function knownIdOf(tx: Tx<Tables>, integrationId: string, email: string): Promise<string | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('external_user_id')
    .where('integration_id', '=', integrationId)
    .where('email_key', '=', foldCase(email))
    .executeTakeFirst();
  return user?.external_user_id;
}
