import type { Caller } from '@debrief/contracts/caller';
import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { DebriefError, INVITATION_NOT_FOUND, INVITATION_NOT_PENDING } from '@debrief/contracts/errors';
import { acceptInvitation as operation } from '@debrief/contracts/operations/directory-sessions';
import type { Origin } from '@debrief/contracts/resources/member';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { hashPassword } from '../accounts/passwords.ts';
import { foldCase } from '../match-keys.ts';
import { insertAccount, storeMembership } from '../members/memberships.ts';
import { LostRace, retryLostRace } from '../retry-lost-race.ts';
import {
  type AccountRow,
  checkPassword,
  findAccount,
  requireSamePassword,
} from '../sessions/create-session.ts';
import { asAccount, insertSession, type SessionRules, type SignedInBy } from '../sessions/new-session.ts';
import { newAgent } from '../submissions/merge-submissions.ts';
import { resolvePeople } from '../submissions/resolve-people.ts';
import type { Tables } from '../tables.ts';
import type { InvitationKey, InvitationLinks } from './invitation-links.ts';
import { findInvitation, lockInvitation } from './invitation-queries.ts';
import { type InvitationRow, invitationView } from './invitation-view.ts';

export interface AcceptanceRules {
  links: InvitationLinks;
  sessions: SessionRules;
}
type Given = InputOf<typeof operation>;

/** Accepting again, with the password of the account, signs in again and changes nothing else. */
export function acceptInvitation(
  db: Kysely<Tables>,
  rules: AcceptanceRules,
  wakeOutbox: () => void,
): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => {
    const key = rules.links.open(input.token);
    if (key === null) throw new DebriefError(INVITATION_NOT_FOUND);
    const ok = await retryLostRace(() => accept(db, { caller, input, key, rules }));
    wakeOutbox();
    return { ok };
  });
}

/** Passwords are checked and hashed before the transaction, which holds the invitation's lock. */
async function accept(
  db: Kysely<Tables>,
  o: { caller: Caller; input: Given; key: InvitationKey; rules: AcceptanceRules },
): Promise<OutputOf<typeof operation>> {
  const { caller, input, key, rules } = o;
  const given = { caller, key, rules, origin: input.origin, by: 'invitation' as const };
  const invitation = requireOpen(await findInvitation(db, key));
  const email_key = foldCase(invitation.email);
  const known = await findAccount(db, email_key);
  if (known !== undefined) {
    const account = await checkPassword(db, caller, { ...input, email_key });
    return transaction(db, async function joinKnown(tx) {
      await requireSamePassword(tx, account);
      return joinInvited(tx, { ...given, account });
    });
  }
  // Whose account is gone is not invited again.
  if (invitation.status === 'ACCEPTED')
    throw new DebriefError(INVITATION_NOT_PENDING, { status: 'ACCEPTED' });
  const password_hash = await hashPassword(input.password);
  return transaction(db, async function makeAccount(tx) {
    const account = await insertAccount(tx, { email: invitation.email, name: input.name, password_hash });
    if (account === undefined) throw new LostRace('an account of this e-mail has just been made');
    return joinInvited(tx, { ...given, account });
  });
}

/** One that is or was accepted, or can be. @throws INVITATION_NOT_FOUND or INVITATION_NOT_PENDING */
export function requireOpen(row: InvitationRow | undefined): InvitationRow {
  if (row === undefined) throw new DebriefError(INVITATION_NOT_FOUND);
  const { status } = row;
  if (status !== 'PENDING' && status !== 'ACCEPTED')
    throw new DebriefError(INVITATION_NOT_PENDING, { status });
  return row;
}

interface Joining {
  caller: Caller;
  key: InvitationKey;
  rules: AcceptanceRules;
  account: AccountRow;
  origin: Origin;
  by: SignedInBy;
}

/** Signs in the account that has shown to be the invited person, and makes it a member. */
export async function joinInvited(tx: Tx<Tables>, o: Joining): Promise<OutputOf<typeof operation>> {
  const { caller, account, rules, origin, by } = o;
  const row = requireOpen(await lockInvitation(tx, o.key));
  const { integration_id } = row;
  const user_id = row.accepted_user_id ?? (await beginMembership(tx, o, row));
  const token = await insertSession(tx, {
    ...{ caller, account, origin, by, rules: rules.sessions, integration_id },
  });
  return { token, invitation: invitationView({ ...row, status: 'ACCEPTED' }, rules.links), user_id };
}

/** @returns the id of the user that the person is from now on. */
async function beginMembership(
  tx: Tx<Tables>,
  { caller, origin, account }: Joining,
  row: InvitationRow,
): Promise<string> {
  const { integration_id } = row;
  const user_id = await resolveInvited(tx, row);
  await tx
    .updateTable('invitations')
    .set({ status: 'ACCEPTED', ended_date: sql<string>`now()`, accepted_user_id: user_id })
    .where('integration_id', '=', integration_id)
    .where('id', '=', row.id)
    .execute();
  const { organization_id } = await tx
    .selectFrom('integrations')
    .select('organization_id')
    .where('id', '=', integration_id)
    .executeTakeFirstOrThrow();
  const role = row.role === 'ADMIN' ? 'admin' : 'member';
  const membership = { account_id: account.id, organization_id, integration_id, role, user_id } as const;
  const target = await storeMembership(tx, membership, { mayLower: false });
  await recordAudit(tx, 'directory', asAccount(caller, account.id, origin), {
    ...{ action: 'member.added', integration_id, target, details: { role } },
  });
  return user_id;
}

/** Finds or creates the user, as a submission with this external id and e-mail would. @returns the user's id. */
async function resolveInvited(tx: Tx<Tables>, row: InvitationRow): Promise<string> {
  const agent = newAgent(row.integration_id, {
    external_user_id: row.external_user_id,
    user_name: row.name ?? row.first_name ?? row.email,
    user_email: row.email,
  });
  const [resolved] = await resolvePeople(tx, [agent], []);
  if (resolved?.id == null) throw new LostRace('a submission has just claimed the external id');
  return resolved.id;
}
