import type { Caller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { takeLink as operation } from '@debrief/contracts/operations/directory-sessions';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { hashPassword } from '../accounts/passwords.ts';
import { asAccount, insertSession, type SessionRules } from '../sessions/new-session.ts';
import type { Tables } from '../tables.ts';
import { type OpenLink, requireLink } from './account-links.ts';

type Given = InputOf<typeof operation>;

/** The password is hashed only for a link that works, and outside of the transaction, which holds the link's lock. */
export function takeLink(db: Kysely<Tables>, rules: SessionRules): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => {
    const { purpose } = await requireLink(db, input.token, { lock: false });
    const password_hash = purpose === 'password' ? await hashPassword(requirePassword(input)) : null;
    const token = await transaction(db, (tx) => take(tx, { caller, input, password_hash, rules }));
    return { ok: { token } };
  });
}

function requirePassword({ password }: Given): string {
  if (password !== undefined) return password;
  throw new DebriefError(VALIDATION_FAILED, { violations: ['password is missing'] });
}

async function take(
  tx: Tx<Tables>,
  o: { caller: Caller; input: Given; password_hash: string | null; rules: SessionRules },
): Promise<string> {
  const { caller, input, rules } = o;
  const { origin } = input;
  const link = await requireLink(tx, input.token, { lock: true });
  await tx
    .updateTable('account_links')
    .set({ used_date: sql<string>`now()` })
    .where('id', '=', link.id)
    .execute();
  await tx
    .updateTable('accounts')
    .set({ proven_date: sql<string>`coalesce(proven_date, now())` })
    .where('id', '=', link.account_id)
    .execute();
  if (o.password_hash !== null) await setPassword(tx, link, { ...o, password_hash: o.password_hash });
  const account = { id: link.account_id, email_key: link.email_key };
  return insertSession(tx, { caller, account, origin, by: 'link', rules });
}

/** Whoever knew the old password is signed out. */
async function setPassword(
  tx: Tx<Tables>,
  { account_id, name }: OpenLink,
  { caller, input, password_hash }: { caller: Caller; input: Given; password_hash: string },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash, name: input.name ?? name })
    .where('id', '=', account_id)
    .execute();
  await tx.deleteFrom('sessions').where('account_id', '=', account_id).execute();
  await recordAudit(tx, 'directory', asAccount(caller, account_id, input.origin), {
    ...{ action: 'password.set', integration_id: null, target: account_id },
  });
}
