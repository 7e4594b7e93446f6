import { DebriefError, INVITATION_NOT_FOUND, INVITATION_NOT_PENDING } from '@debrief/contracts/errors';
import { resendInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { addJob } from '@debrief/database/jobs';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { takeMail } from '../mail/take-mail.ts';
import type { Tables } from '../tables.ts';
import type { InvitationRules } from './create-invitation.ts';
import { lockInvitation } from './invitation-queries.ts';
import { type InvitationRow, invitationColumns, invitationView } from './invitation-view.ts';
import { invitationJob } from './send-invitation.ts';

/** The link stays the same while its secret does, so that the earlier e-mail is as good as the new one. */
export function resendInvitation(db: Kysely<Tables>, { days, links }: InvitationRules): OperationHandler {
  return handleWrite(operation, async (item) => {
    const row = await transaction(db, (tx) => resend(tx, item, days));
    return { ok: invitationView(row, links) };
  });
}

async function resend(
  tx: Tx<Tables>,
  { caller: { integration_id }, input: { id } }: Item<typeof operation>,
  days: number,
): Promise<InvitationRow> {
  const pending = await lockInvitation(tx, { integration_id, id });
  if (pending === undefined) throw new DebriefError(INVITATION_NOT_FOUND);
  const { status } = pending;
  if (status !== 'PENDING') throw new DebriefError(INVITATION_NOT_PENDING, { status });
  const refusal = await takeMail(tx, integration_id);
  if (refusal !== null) throw refusal;
  const { rows } = await sql<InvitationRow & { mails: number }>`
    update invitations as i
    set expires_date = now() + ${days} * interval '1 day', mails = i.mails + 1, email_sent_at = null
    where i.integration_id = ${integration_id} and i.id = ${id}
    returning ${invitationColumns}, i.mails
  `.execute(tx);
  const { mails, ...row } = rows[0] as InvitationRow & { mails: number };
  // An e-mail that still waits gives way: one with the new expiry is enough.
  await addJob(tx, invitationJob, { integration_id, invitation_id: id, mail: mails }, { key: id });
  return row;
}
