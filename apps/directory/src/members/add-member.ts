import type { Caller } from '@debrief/contracts/caller';
import type { InputOf, OutputOf } from '@debrief/contracts/define';
import {
  DebriefError,
  INTEGRATION_NOT_FOUND,
  ORGANIZATION_NOT_FOUND,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import { addMember as operation } from '@debrief/contracts/operations/directory-members';
import type { Member } from '@debrief/contracts/resources/member';
import { recordAudit } from '@debrief/database/audit';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { GIVEN_LINK_HOURS, insertLink, linkUrl } from '../links/account-links.ts';
import { foldCase } from '../match-keys.ts';
import { LostRace, retryTransaction } from '../retry-lost-race.ts';
import { type AccountRow, findAccount, lockAccount } from '../sessions/create-session.ts';
import type { Tables } from '../tables.ts';
import { findMembers } from './member-view.ts';
import { insertAccount, storeMembership } from './memberships.ts';

type Given = InputOf<typeof operation>;

export function addMember(db: Kysely<Tables>, { webAppUrl }: { webAppUrl: string }): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => ({
    ok: await retryTransaction(db, (tx) => add(tx, { caller, input, webAppUrl })),
  }));
}

async function add(
  tx: Tx<Tables>,
  { caller, input, webAppUrl }: { caller: Caller; input: Given; webAppUrl: string },
): Promise<OutputOf<typeof operation>> {
  const { organization_id, integration_id } = await getPlace(tx, input);
  const account = await provenAccount(tx, input);
  const { role } = input;
  const id = await storeMembership(
    tx,
    { account_id: account.id, organization_id, integration_id, role, user_id: null },
    { mayLower: true },
  );
  await recordAudit(tx, 'directory', caller, {
    ...{ action: 'member.added', integration_id, target: id, details: { role } },
  });
  const [member] = await findMembers(tx, sql`m.id = ${id}`);
  const link =
    account.password_hash === null
      ? await insertLink(tx, { account_id: account.id, purpose: 'password', hours: GIVEN_LINK_HOURS })
      : null;
  return {
    member: member as Member,
    link: link && { url: linkUrl(webAppUrl, link.token), expires_date: link.expires_date },
  };
}

async function getPlace(
  tx: Tx<Tables>,
  { role, organization_id, integration_id }: Given,
): Promise<{ organization_id: string; integration_id: string | null }> {
  const isOwner = role === 'owner';
  if (isOwner !== (organization_id !== undefined) || isOwner !== (integration_id === undefined)) {
    const violations = ['an owner is of an organization_id, an admin or a member of an integration_id'];
    throw new DebriefError(VALIDATION_FAILED, { violations });
  }
  const found = await (isOwner
    ? tx
        .selectFrom('organizations')
        .select('id as organization_id')
        .where('id', '=', organization_id as string)
    : tx
        .selectFrom('integrations')
        .select('organization_id')
        .where('id', '=', integration_id as string)
  ).executeTakeFirst();
  if (found === undefined) throw new DebriefError(isOwner ? ORGANIZATION_NOT_FOUND : INTEGRATION_NOT_FOUND);
  return { ...found, integration_id: integration_id ?? null };
}

/**
 * Whoever got an invitation to an e-mail may have made its account, and be somebody else. What nobody has shown to be
 * theirs loses its password here, before it becomes a member without accepting anything.
 */
async function provenAccount(tx: Tx<Tables>, { email, name }: Given): Promise<AccountRow> {
  const found = await findAccount(tx, foldCase(email));
  if (found === undefined) {
    const made = await insertAccount(tx, { email, name, password_hash: null });
    if (made === undefined) throw new LostRace('an account of this e-mail has just been made');
    return made;
  }
  const known = found.proven_date === null ? await lockAccount(tx, found.id) : found;
  if (known === undefined) throw new LostRace('the account has just been removed');
  if (known.proven_date !== null || known.password_hash === null) return known;
  await tx.deleteFrom('sessions').where('account_id', '=', known.id).execute();
  return tx
    .updateTable('accounts')
    .set({ password_hash: null })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
