import { beginErasure as operation } from '@debrief/contracts/operations/erasures';
import { recordErasure } from '@debrief/database/erasures';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Db } from '../tables.ts';

/** What a person's erasure takes along is hidden from now on; `begun` starts to delete it. */
export function beginErasure(db: Db, begun: () => void): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => {
    await recordErasure(db, { ...input, integration_id: caller.integration_id });
    begun();
    return { ok: {} };
  });
}
