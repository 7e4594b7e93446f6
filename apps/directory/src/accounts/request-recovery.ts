import { requestRecovery as operation } from '@debrief/contracts/operations/directory-sessions';
import { recordAudit } from '@debrief/database/audit';
import { addJob } from '@debrief/database/jobs';
import { transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { dropUnused } from '../links/account-links.ts';
import { foldCase } from '../match-keys.ts';
import { findAccount } from '../sessions/create-session.ts';
import { asAccount } from '../sessions/new-session.ts';
import type { Tables } from '../tables.ts';
import { recoveryJob } from './send-recovery.ts';
import { countAttempt } from './sign-in-limits.ts';

export const RECOVERY_HOURS = 1;

export function requestRecovery(db: Kysely<Tables>): OperationHandler {
  return handleWrite(operation, async ({ caller, input: { email, origin } }) => {
    const email_key = foldCase(email);
    await countAttempt(db, 'recovery', { email_key, origin });
    const account = await findAccount(db, email_key);
    if (account !== undefined) {
      await transaction(db, async function queueMail(tx): Promise<void> {
        const link = { id: uuidv7(), account_id: account.id, purpose: 'password' as const };
        await dropUnused(tx, link);
        const expires_date = sql<string>`now() + make_interval(hours => ${RECOVERY_HOURS}::integer)`;
        await tx
          .insertInto('account_links')
          .values({ ...link, token_sha256: null, expires_date })
          .execute();
        await addJob(tx, recoveryJob, { link_id: link.id }, { key: link.id });
        await recordAudit(tx, 'directory', asAccount(caller, account.id, origin), {
          ...{ action: 'recovery.requested', integration_id: null, target: account.id },
        });
      });
    }
    return { ok: {} };
  });
}
