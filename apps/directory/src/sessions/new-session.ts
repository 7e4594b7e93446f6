import type { Caller } from '@debrief/contracts/caller';
import type { Origin } from '@debrief/contracts/resources/member';
import { recordAudit } from '@debrief/database/audit';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { forgetAttempts } from '../accounts/sign-in-limits.ts';
import { newToken, sha256Of } from '../accounts/tokens.ts';
import type { Tables } from '../tables.ts';

export interface SessionRules {
  /** Without a request, until it ends. */
  idleHours: number;
  /** At most, from signing in. */
  days: number;
}

export type SignedInBy = 'password' | 'link' | 'invitation' | 'openid';

/** Whoever is the account, for the audit trail. */
export function asAccount(caller: Caller, accountId: string, { address }: Origin): Caller {
  return { ...caller, actor: { kind: 'user', id: accountId, from: address } };
}

/** @returns the token of the new session, which is stored nowhere. */
export async function insertSession(
  tx: Tx<Tables>,
  o: {
    caller: Caller;
    account: { id: string; email_key: string };
    origin: Origin;
    by: SignedInBy;
    rules: SessionRules;
    /** Where it begins. */
    integration_id?: string;
  },
): Promise<string> {
  const { caller, account, origin, by, rules, integration_id = null } = o;
  const token = newToken();
  await tx
    .insertInto('sessions')
    .values({
      ...{ id: uuidv7(), token_sha256: sha256Of(token), account_id: account.id, integration_id },
      ...origin,
      expires_date: sql<string>`now() + make_interval(days => ${rules.days})`,
    })
    .execute();
  await forgetAttempts(tx, account.email_key);
  await recordAudit(tx, 'directory', asAccount(caller, account.id, origin), {
    ...{ action: 'session.created', integration_id: null, target: account.id, details: { by } },
  });
  return token;
}
