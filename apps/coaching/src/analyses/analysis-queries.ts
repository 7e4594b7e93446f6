import { type IntegrationCaller, onlyUserOf } from '@debrief/contracts/caller';
import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { ofEach } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
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

interface Asked {
  readonly caller: IntegrationCaller;
  readonly input: { readonly recording_id: string };
}

/**
 * A `from` clause with one row an item: `item.ord`, and the analysis as `analyses`, nulls when the item's own integration
 * does not have it, or it is not of a call of the member who asks.
 */
export function analysisOfEach(items: readonly Asked[]): RawBuilder<unknown> {
  return sql`
    unnest(
      ${ofEach(items, 'uuid', ({ caller }) => caller.integration_id)},
      ${ofEach(items, 'uuid', ({ caller }) => onlyUserOf(caller))},
      ${ofEach(items, 'uuid', ({ input }) => input.recording_id)}
    ) with ordinality as item (integration_id, only_user_id, recording_id, ord)
    left join analyses
      on analyses.integration_id = item.integration_id and analyses.recording_id = item.recording_id
      and (item.only_user_id is null or analyses.user_id = item.only_user_id)
  `;
}
