import type { Caller } from '@debrief/contracts/caller';
import { DebriefError, SIGN_IN_REFUSED } from '@debrief/contracts/errors';
import { createSession as operation } from '@debrief/contracts/operations/directory-sessions';
import type { Origin } from '@debrief/contracts/resources/member';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely, Selectable } from 'kysely';
import { isPassword } from '../accounts/passwords.ts';
import { countAttempt } from '../accounts/sign-in-limits.ts';
import { foldCase } from '../match-keys.ts';
import type { Tables } from '../tables.ts';
import { insertSession, type SessionRules } from './new-session.ts';

export type AccountRow = Selectable<Tables['accounts']>;

export function createSession(db: Kysely<Tables>, rules: SessionRules): OperationHandler {
  return handleWrite(operation, async ({ caller, input: { email, password, origin } }) => {
    const account = await checkPassword(db, caller, { email_key: foldCase(email), password, origin });
    const token = await transaction(db, async function signIn(tx) {
      await requireSamePassword(tx, account);
      return insertSession(tx, { caller, account, origin, by: 'password', rules });
    });
    return { ok: { token } };
  });
}

/**
 * The account of an e-mail, whose password it is.
 * @throws SIGN_IN_REFUSED in the same words and after the same time when there is no account
 */
export async function checkPassword(
  db: Kysely<Tables>,
  caller: Caller,
  { email_key, password, origin }: { email_key: string; password: string; origin: Origin },
): Promise<AccountRow> {
  await countAttempt(db, 'sign-in', { email_key, origin });
  const account = await findAccount(db, email_key);
  if ((await isPassword(password, account?.password_hash ?? null)) && account !== undefined) return account;
  const actor = { kind: 'user', id: account?.id ?? 'unknown', from: origin.address } as const;
  await recordAudit(
    db,
    'directory',
    { ...caller, actor },
    {
      ...{ action: 'session.refused', integration_id: null, target: account?.id ?? null },
    },
  );
  throw new DebriefError(SIGN_IN_REFUSED);
}

/**
 * Checking a password takes long enough for it to be changed or taken away meanwhile, which ends all sessions: none may
 * begin by it after that. The lock is held until the session is there to be ended.
 * @throws SIGN_IN_REFUSED
 */
export async function requireSamePassword(tx: Tx<Tables>, checked: AccountRow): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', checked.id)
    .forShare()
    .executeTakeFirst();
  if (account === undefined || account.password_hash !== checked.password_hash)
    throw new DebriefError(SIGN_IN_REFUSED);
}

/** The account as it is now, for whoever decides by it what to change. */
export function lockAccount(tx: Tx<Tables>, id: string): Promise<AccountRow | undefined> {
  return tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findAccount(db: Kysely<Tables>, email_key: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('email_key', '=', email_key).executeTakeFirst();
}
