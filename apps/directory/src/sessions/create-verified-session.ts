import type { Caller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import {
  ACCOUNT_NOT_FOUND,
  DebriefError,
  INVITATION_NOT_FOUND,
  INVITATION_NOT_PENDING,
  INVITATION_OF_ANOTHER,
} from '@debrief/contracts/errors';
import { createVerifiedSession as operation } from '@debrief/contracts/operations/directory-sessions';
import { recordAudit } from '@debrief/database/audit';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { type AcceptanceRules, joinInvited, requireOpen } from '../invitations/accept-invitation.ts';
import { findInvitation } from '../invitations/invitation-queries.ts';
import { foldCase } from '../match-keys.ts';
import { insertAccount } from '../members/memberships.ts';
import { LostRace, retryTransaction } from '../retry-lost-race.ts';
import type { Tables } from '../tables.ts';
import { type AccountRow, findAccount, lockAccount } from './create-session.ts';
import { insertSession } from './new-session.ts';

type Given = InputOf<typeof operation>;
interface Attempt {
  caller: Caller;
  input: Given;
  rules: AcceptanceRules;
}

/** Makes nobody a member who is not invited; whom nobody knows is refused, which is an entry of the audit trail. */
export function createVerifiedSession(
  db: Kysely<Tables>,
  rules: AcceptanceRules,
  wakeOutbox: () => void,
): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => {
    const attempt = { caller, input, rules };
    const { invitation } = input;
    if (invitation !== null) {
      const token = await retryTransaction(db, (tx) => join(tx, { ...attempt, invitation }));
      wakeOutbox();
      return { ok: { token } };
    }
    const token = await retryTransaction(db, (tx) => signIn(tx, attempt));
    if (token !== null) return { ok: { token } };
    const actor = { kind: 'user', id: 'unknown', from: input.origin.address } as const;
    await recordAudit(
      db,
      'directory',
      { ...caller, actor },
      {
        ...{ action: 'session.refused', integration_id: null, target: null, details: { by: 'openid' } },
      },
    );
    throw new DebriefError(ACCOUNT_NOT_FOUND);
  });
}

async function signIn(tx: Tx<Tables>, { caller, input, rules }: Attempt): Promise<string | null> {
  const known = await findAccount(tx, foldCase(input.email));
  if (known === undefined) return null;
  const account = await prove(tx, known);
  return insertSession(tx, { caller, account, origin: input.origin, by: 'openid', rules: rules.sessions });
}

async function join(
  tx: Tx<Tables>,
  { caller, input, rules, invitation }: Attempt & { invitation: string },
): Promise<string> {
  const key = rules.links.open(invitation);
  if (key === null) throw new DebriefError(INVITATION_NOT_FOUND);
  const { email, status, name } = requireOpen(await findInvitation(tx, key));
  if (foldCase(email) !== foldCase(input.email)) throw new DebriefError(INVITATION_OF_ANOTHER);
  const known = await findAccount(tx, foldCase(email));
  // Whose account is gone is not invited again.
  if (known === undefined && status === 'ACCEPTED')
    throw new DebriefError(INVITATION_NOT_PENDING, { status });
  const made =
    known ?? (await insertAccount(tx, { email, name: input.name ?? name ?? email, password_hash: null }));
  if (made === undefined) throw new LostRace('an account of this e-mail has just been made');
  const account = await prove(tx, made);
  const { origin } = input;
  return (await joinInvited(tx, { caller, key, rules, account, origin, by: 'openid' })).token;
}

/**
 * Shows that the e-mail is this person's. Somebody else who had the link of an invitation may have made the account
 * before: what nobody had shown to be theirs loses its password and sessions.
 */
async function prove(tx: Tx<Tables>, known: AccountRow): Promise<AccountRow> {
  if (known.proven_date !== null) return known;
  // Its owner may be setting a password by a link at this moment, which stays.
  const account = await lockAccount(tx, known.id);
  if (account === undefined) throw new LostRace('the account has just been removed');
  if (account.proven_date !== null) return account;
  await tx.deleteFrom('sessions').where('account_id', '=', account.id).execute();
  return tx
    .updateTable('accounts')
    .set({ proven_date: sql<string>`now()`, password_hash: null })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
