import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

export interface KnownAnalysis {
  recording: RecordingContext;
  attempt: number;
  /** The rerun that it is of. */
  rerun_id: string | null;
  body: AnalysisBody;
}

/** Of these recordings those that have an analysis of this or a newer attempt. */
export async function findAnalyses(
  db: Db,
  recordings: readonly RecordingContext[],
): Promise<KnownAnalysis[]> {
  const { rows } = await sql<Omit<KnownAnalysis, 'recording'> & { ord: number }>`
    select item.ord, analyses.attempt, analyses.rerun_id, analyses.body
    from unnest(
      ${recordings.map(({ integration_id }) => integration_id)}::uuid[],
      ${recordings.map(({ recording_id }) => recording_id)}::uuid[],
      ${recordings.map(({ attempt }) => attempt)}::integer[]
    ) with ordinality as item (integration_id, recording_id, attempt, ord)
    join analyses on analyses.integration_id = item.integration_id and analyses.recording_id = item.recording_id
    where analyses.attempt >= item.attempt
    order by item.ord
  `.execute(db);
  return rows.map(({ ord, ...analysis }) => ({
    recording: recordings[ord - 1] as RecordingContext,
    ...analysis,
  }));
}

/** The bodies of a batch in its order, each from its own integration; null where there is none. */
export async function findBodies(
  db: Db,
  items: readonly { integrationId: string; recordingId: string }[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ body: string | null }>`
    select analyses.body::text as body
    from unnest(
      ${items.map(({ integrationId }) => integrationId)}::uuid[],
      ${items.map(({ recordingId }) => recordingId)}::uuid[]
    ) with ordinality as item (integration_id, recording_id, ord)
    left join analyses on analyses.integration_id = item.integration_id and analyses.recording_id = item.recording_id
    order by item.ord
  `.execute(db);
  return rows.map(({ body }) => body);
}
