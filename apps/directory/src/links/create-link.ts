import { ACCOUNT_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { createLink as operation } from '@debrief/contracts/operations/directory-members';
import { transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { foldCase } from '../match-keys.ts';
import { findAccount } from '../sessions/create-session.ts';
import type { Tables } from '../tables.ts';
import { GIVEN_LINK_HOURS, insertLink, linkUrl } from './account-links.ts';

export function createLink(db: Kysely<Tables>, { webAppUrl }: { webAppUrl: string }): OperationHandler {
  return handleWrite(operation, async ({ input: { email, purpose } }) => {
    const account = await findAccount(db, foldCase(email));
    if (account === undefined) throw new DebriefError(ACCOUNT_NOT_FOUND);
    const { token, expires_date } = await transaction(db, (tx) =>
      insertLink(tx, { account_id: account.id, purpose, hours: GIVEN_LINK_HOURS }),
    );
    return { ok: { url: linkUrl(webAppUrl, token), expires_date } };
  });
}
