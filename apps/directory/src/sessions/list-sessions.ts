import { DebriefError, SESSION_NOT_FOUND } from '@debrief/contracts/errors';
import { listSessions as operation } from '@debrief/contracts/operations/directory-sessions';
import { toMilliseconds } from '@debrief/database/instants';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { SessionRules } from './new-session.ts';
import { findOpenSession, isOpen, type SessionRow } from './open-sessions.ts';

/** The one that was seen last first. */
export function listSessions(db: Kysely<Tables>, rules: SessionRules): OperationHandler {
  return handleEach(operation, async ({ input: { token_sha256 } }) => {
    const current = await findOpenSession(db, token_sha256, rules);
    if (current === undefined) return { error: new DebriefError(SESSION_NOT_FOUND) };
    const { rows } = await sql<SessionRow>`
      select s.* from sessions s where s.account_id = ${current.account_id} and ${isOpen(rules)}
      order by s.seen_date desc, s.id
    `.execute(db);
    const data = rows.map(({ id, browser, address, created_date, seen_date }) => ({
      ...{ id, is_this: id === current.id, browser, address },
      created_date: toMilliseconds(created_date),
      seen_date: toMilliseconds(seen_date),
    }));
    return { ok: { data } };
  });
}
