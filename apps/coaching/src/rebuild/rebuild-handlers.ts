import { DebriefError, REBUILD_RUNNING } from '@debrief/contracts/errors';
import { coachingRebuilds } from '@debrief/contracts/operations/rebuilds';
import { findRebuild, rebuildView, startRebuild } from '@debrief/database/rebuild';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Db } from '../tables.ts';

/** Rebuilds are begun and watched here; a job runs them. */
export function rebuildHandlers(db: Db): OperationHandler[] {
  const start = handleWrite(coachingRebuilds.start, async ({ input: { kind, integration_id } }) => {
    const rebuild = await startRebuild(db, 'coaching', { kind, integrationId: integration_id });
    return rebuild === null ? { error: new DebriefError(REBUILD_RUNNING) } : { ok: rebuildView(rebuild) };
  });
  const get = handleEach(coachingRebuilds.get, async ({ input }) => {
    const rebuild = await findRebuild(db, input.kind);
    return { ok: rebuild === null ? null : rebuildView(rebuild) };
  });
  return [start, get];
}
