import { AGENDA_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { showAgenda as operation } from '@debrief/contracts/operations/coaching';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Db } from '../tables.ts';
import { findAgenda } from './find-agenda.ts';

export function showAgenda(db: Db, webAppUrl: string): OperationHandler {
  return handleEach(operation, async ({ caller, input }) => {
    const agenda = await findAgenda(db, caller, input.id, webAppUrl);
    const inner = await db
      .selectFrom('agendas')
      .select(['content', 'answers', 'summary', 'draft'])
      .where('integration_id', '=', caller.integration_id)
      .where('id', '=', input.id)
      .executeTakeFirst();
    if (agenda === null || inner === undefined) return { error: new DebriefError(AGENDA_NOT_FOUND) };
    const isOwn = agenda.user_id !== null && caller.user_id === agenda.user_id;
    return { ok: { ...agenda, ...inner, draft: isOwn ? inner.draft : null } };
  });
}
