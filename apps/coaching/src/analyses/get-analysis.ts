import { ANALYSIS_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { getAnalysis as operation } from '@debrief/contracts/operations/coaching';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Db } from '../tables.ts';
import { findBodies } from './analysis-queries.ts';

export function getAnalysis(db: Db): OperationHandler {
  return handle(operation, async (items) => {
    const bodies = await findBodies(
      db,
      items.map(({ caller, input }) => ({
        integrationId: caller.integration_id,
        recordingId: input.recording_id,
      })),
    );
    return bodies.map((body) =>
      body === null ? { error: new DebriefError(ANALYSIS_NOT_FOUND) } : { json: body },
    );
  });
}
