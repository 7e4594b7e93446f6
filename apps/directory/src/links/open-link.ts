import { openLink as operation } from '@debrief/contracts/operations/directory-sessions';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { requireLink } from './account-links.ts';

export function openLink(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const { purpose, email, name } = await requireLink(db, input.token, { lock: false });
    return { ok: { purpose, email, name } };
  });
}
