import { DebriefError, INVITATION_NOT_FOUND } from '@debrief/contracts/errors';
import { openInvitation as operation } from '@debrief/contracts/operations/directory-sessions';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { InvitationLinks } from './invitation-links.ts';
import { type InvitationRow, invitationColumns } from './invitation-view.ts';

interface Row extends InvitationRow {
  organization_name: string;
  has_account: boolean;
}

export function openInvitation(db: Kysely<Tables>, { links }: { links: InvitationLinks }): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const key = links.open(input.token);
    if (key === null) return { error: new DebriefError(INVITATION_NOT_FOUND) };
    const { rows } = await sql<Row>`
      select ${invitationColumns}, organizations.name as organization_name,
        exists (select from accounts a where a.email_key = i.email_key) as has_account
      from invitations i
      join integrations on integrations.id = i.integration_id
      join organizations on organizations.id = integrations.organization_id
      where i.integration_id = ${key.integration_id} and i.id = ${key.id}
    `.execute(db);
    if (rows[0] === undefined) return { error: new DebriefError(INVITATION_NOT_FOUND) };
    const { status, email, name, first_name, role, organization_name, has_account } = rows[0];
    return { ok: { status, email, name: name ?? first_name, role, organization_name, has_account } };
  });
}
