import { ANALYSIS_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import {
  getAnalysis as operation,
  getAnalysisOverview as overviewOperation,
} from '@debrief/contracts/operations/coaching';
import { prepared } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { analysisOfEach } from './analysis-queries.ts';

export function getAnalysis(db: Db): OperationHandler {
  return handle(operation, async (items) => {
    const { rows } = await sql<{ body: string | null }>`${prepared}
      select analyses.body::text as body from ${analysisOfEach(items)} order by item.ord
    `.execute(db);
    return rows.map(({ body }) =>
      body === null ? { error: new DebriefError(ANALYSIS_NOT_FOUND) } : { json: body },
    );
  });
}

/** Read from the stored body, so that a list shows what the analysis does. */
export function getAnalysisOverview(db: Db): OperationHandler {
  return handle(overviewOperation, async (items) => {
    const { rows } = await sql<{ overview: string }>`${prepared}
      select coalesce(case when analyses.body is not null then json_build_object(
        'rating', part.rating -> 'outcome', 'outcomes', part.disposition -> 'outcomes'
      ) end, 'null')::text as overview
      from ${analysisOfEach(items)}
      -- Reads the body once.
      left join lateral json_to_record(analyses.body) as part (rating json, disposition json) on true
      order by item.ord
    `.execute(db);
    return rows.map(({ overview }) => ({ json: overview }));
  });
}
