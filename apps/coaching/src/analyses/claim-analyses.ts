import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { claimWork, type WorkKey } from '@debrief/database/leased-work';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { OwnRubric } from '../engines/resolve-rubrics.ts';
import { newestRubrics } from '../rubrics/rubric-queries.ts';
import type { Db } from '../tables.ts';
import { type WorkSettings, workInOrder } from './analysis-work.ts';

export interface ClaimedAnalysis extends WorkKey {
  readonly recording: RecordingContext;
  readonly transcript: Transcript;
  readonly rerun_id: string | null;
  /** Of earlier attempts. */
  readonly failures: number;
  /** Of the recording's agent; null where none is known. */
  readonly time_zone: string | null;
  /** What the integration's category names now, empty for the general one; null where it has no such category. */
  readonly category_rubric: string | null;
  /** The integration's own rubrics in their newest versions; null where it has none. */
  readonly own_rubrics: readonly OwnRubric[] | null;
  readonly deadline_seconds: number;
}

/** An hour of talk is coached in about a second; a language model has a time limit of its own. */
const ATTEMPT_FACTOR = 0.1;
/** No cap is needed: the integration with the least running comes first, and an analysis takes moments. */
const PER_INTEGRATION = 1_000;

/**
 * Mostly there are none, and asking that costs a tenth of a claim. In the order of the index, because the table may be
 * full of dead rows.
 */
export async function hasAnalyses(db: Db): Promise<boolean> {
  const { rows } = await sql`select from analyses_due order by integration_id, id limit 1`.execute(db);
  return rows.length > 0;
}

/** Everything that an analysis needs is read here, so that an outage after it cannot fail the analysis. */
export function claimAnalyses(
  db: Db,
  settings: WorkSettings,
  claim: { claimant: string; holds: readonly string[]; served: readonly string[]; places: number },
): Promise<ClaimedAnalysis[]> {
  return transaction(db, async function claimInOrder(tx) {
    const claimed: ClaimedAnalysis[] = [];
    for (const work of workInOrder) {
      const places = claim.places - claimed.length;
      claimed.push(...(await claimWork(tx, work, { ...options(settings), ...claim, places })));
    }
    return claimed;
  });
}

function options({ leaseSeconds, attemptSeconds }: WorkSettings) {
  return {
    perIntegration: PER_INTEGRATION,
    leaseSeconds,
    deadlineSeconds: sql<number>`${attemptSeconds} + ${ATTEMPT_FACTOR} * r.duration_seconds`,
    select: sql<Omit<ClaimedAnalysis, 'deadline_seconds'>>`
        r.integration_id, r.id, r.attempt, r.recording, r.transcript, r.rerun_id, r.failures,
        (
          select agents.timezone from agents
          where agents.integration_id = r.integration_id and agents.user_id = (r.recording->>'user_id')::uuid
        ) as time_zone,
        (
          select coalesce(category->>'rubric', '')
          from integrations i cross join jsonb_array_elements(i.categories) category
          where i.integration_id = r.integration_id and category->>'name' = r.recording->>'ai_category'
          limit 1
        ) as category_rubric,
        (
          select json_agg(newest) from (${newestRubrics(sql`r.integration_id`)}) newest
        ) as own_rubrics
      `,
  };
}
