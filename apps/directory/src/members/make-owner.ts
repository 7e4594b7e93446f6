import { DebriefError, EMAIL_NOT_PROVEN, MEMBER_NOT_FOUND } from '@debrief/contracts/errors';
import { makeOwner as operation } from '@debrief/contracts/operations/directory-own';
import type { Member } from '@debrief/contracts/resources/member';
import { recordAudit } from '@debrief/database/audit';
import { transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { lockAccount } from '../sessions/create-session.ts';
import type { Tables } from '../tables.ts';
import { findMembers } from './member-view.ts';
import { type NewMembership, storeMembership } from './memberships.ts';

/** What they are in the integration stays, and is what they are again once they are no owner any more. */
export function makeOwner(db: Kysely<Tables>): OperationHandler {
  return handleWrite(operation, async ({ caller, input: { id } }) => ({
    ok: await transaction(db, async (tx) => {
      const { integration_id, organization_id } = caller;
      const [member] = await findMembers(tx, sql`m.id = ${id} and m.integration_id = ${integration_id}`);
      const account = member && (await lockAccount(tx, member.account.id));
      if (account === undefined) throw new DebriefError(MEMBER_NOT_FOUND);
      if (account.proven_date === null) throw new DebriefError(EMAIL_NOT_PROVEN);
      const ownership: NewMembership = {
        account_id: account.id,
        ...{ organization_id, integration_id: null, role: 'owner', user_id: null },
      };
      const target = await storeMembership(tx, ownership, { mayLower: false });
      await recordAudit(tx, 'directory', caller, {
        ...{ action: 'member.added', integration_id, target, details: { role: 'owner' } },
      });
      const [owner] = await findMembers(tx, sql`m.id = ${target}`);
      return owner as Member;
    }),
  }));
}
