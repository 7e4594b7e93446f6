import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';

/**
 * Stores an analysis unless one of the same or a newer attempt exists: what clients have read stays as it was.
 * @returns whether it was stored.
 */
export async function insertAnalysis(
  tx: Tx<Tables>,
  recording: RecordingContext,
  body: AnalysisBody,
): Promise<boolean> {
  const { integration_id, recording_id, analysis_id, attempt, kind, user_id, occurred_at } = recording;
  const values = {
    analysis_id,
    attempt,
    kind,
    user_id,
    occurred_at,
    rating: body.rating?.outcome ?? null,
    body: JSON.stringify(body),
  };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('analyses')
    .values({ integration_id, recording_id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'recording_id'])
        .doUpdateSet(values)
        .where(sql<boolean>`analyses.attempt < excluded.attempt`),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The stored analysis of any attempt; null when there is none. */
export async function findAnalysis(
  db: Db,
  recording: RecordingContext,
): Promise<{ attempt: number; body: AnalysisBody } | null> {
  const row = await db
    .selectFrom('analyses')
    .select(['attempt', 'body'])
    .where('integration_id', '=', recording.integration_id)
    .where('recording_id', '=', recording.recording_id)
    .executeTakeFirst();
  return row ?? null;
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
