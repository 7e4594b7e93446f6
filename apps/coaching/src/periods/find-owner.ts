import { AGENDA_NOT_FOUND, DebriefError, PERIOD_NOT_FOUND } from '@debrief/contracts/errors';
import { findOwner as operation } from '@debrief/contracts/operations/coaching';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Db } from '../tables.ts';

export function findOwner(db: Db): OperationHandler {
  return handleEach(operation, async ({ input: { kind, id } }) => {
    const table = kind === 'period' ? 'periods' : 'agendas';
    const owner = await db
      .selectFrom(table)
      .innerJoin('integrations as i', 'i.integration_id', `${table}.integration_id`)
      .select(['i.integration_id', 'i.organization_id'])
      .where(`${table}.id`, '=', id)
      .executeTakeFirst();
    if (owner !== undefined) return { ok: owner };
    return { error: new DebriefError(kind === 'period' ? PERIOD_NOT_FOUND : AGENDA_NOT_FOUND) };
  });
}
