import { endSession as operation } from '@debrief/contracts/operations/directory-sessions';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { asAccount, type SessionRules } from './new-session.ts';
import { findOpenSession, type SessionRow } from './open-sessions.ts';

/** One that is over ends nothing, so that signing out twice does no harm. */
export function endSession(db: Kysely<Tables>, rules: SessionRules): OperationHandler {
  return handleWrite(operation, async ({ caller, input: { token_sha256, which } }) => {
    const ended = await transaction(db, async function end(tx): Promise<number> {
      const current = await findOpenSession(tx, token_sha256, rules);
      if (current === undefined) return 0;
      const count = await deleteSessions(tx, current, which);
      const entry = { action: 'session.ended', integration_id: null, target: current.account_id };
      const details = { which: which === 'all' || which === 'this' ? which : 'other', sessions: count };
      await recordAudit(tx, 'directory', asAccount(caller, current.account_id, current), {
        ...entry,
        details,
      });
      return count;
    });
    return { ok: { ended } };
  });
}

async function deleteSessions(
  tx: Tx<Tables>,
  { id, account_id }: Pick<SessionRow, 'id' | 'account_id'>,
  which: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', account_id)
    .$if(which !== 'all', (query) => query.where('id', '=', which === 'this' ? id : which))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
