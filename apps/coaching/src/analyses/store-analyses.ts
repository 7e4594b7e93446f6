import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { heldItems, type WorkKey } from '@debrief/database/leased-work';
import { appendToOutbox } from '@debrief/database/outbox';
import { sql } from 'kysely';
import type { Speech } from '../engines/findings/speech/speech.ts';
import type { Db } from '../tables.ts';
import { analyzed, analyzedAgain } from './analysis-events.ts';
import { findAnalyses } from './analysis-queries.ts';
import { work } from './analysis-work.ts';
import { speechOfStored } from './store-speech.ts';

export interface EndedAnalysis {
  readonly key: WorkKey;
  readonly recording: RecordingContext;
  readonly body: AnalysisBody;
  readonly speech: Speech;
  /** It replaces what is served of the same attempt. */
  readonly rerun_id: string | null;
}

/**
 * Stores analyses with their events and what was counted of the agents' speech, and ends their work, in one statement.
 * What clients have read of the same or a newer attempt, or of a later rerun, stays as it was.
 * @returns for each false when the work is not held any more: a newer attempt has replaced it, or another replica has it.
 */
export async function storeAnalyses(db: Db, ended: readonly EndedAnalysis[]): Promise<boolean[]> {
  const results = ended.map(({ recording, body, speech, rerun_id }, index) => {
    const { subject, messageId, payload } = analyzed(recording, body, rerun_id);
    const {
      integration_id,
      recording_id,
      analysis_id,
      attempt,
      kind,
      user_id,
      contact_id,
      occurred_at,
      created_date,
    } = recording;
    return {
      ord: index + 1,
      subject,
      message_id: messageId,
      payload,
      integration_id,
      recording_id,
      analysis_id,
      attempt,
      kind,
      user_id,
      contact_id,
      occurred_at,
      recorded_date: created_date,
      rating: body.rating?.outcome ?? null,
      body,
      rerun_id,
      words: speech.words,
      indicators: speech.indicators,
      quotes: speech.quotes,
      exchanges: speech.exchanges,
    };
  });
  const { rows } = await sql<{ is_held: boolean; is_stored: boolean }>`
    with ${heldItems(
      work,
      ended.map(({ key }) => key),
    )},
    result as (
      select * from json_to_recordset(${JSON.stringify(results)}::json) as result (
        ord integer, subject text, message_id text, payload json,
        integration_id uuid, recording_id uuid, analysis_id uuid, attempt integer, kind text, user_id uuid, contact_id uuid,
        occurred_at timestamptz, recorded_date timestamptz, rating float8, body json, rerun_id uuid, words integer, indicators json, quotes json,
        exchanges json
      )
    ),
    ended as (
      delete from analyses_due r using held
      where r.integration_id = held.integration_id and r.id = held.id
      returning held.ord
    ),
    stored as (
      insert into analyses (
        integration_id, recording_id, analysis_id, attempt, kind, user_id, contact_id, occurred_at, rating, body,
        rerun_id, recorded_date
      )
      select
        integration_id, recording_id, analysis_id, attempt, kind, user_id, contact_id, occurred_at, rating, body,
        rerun_id, recorded_date
      from result join ended using (ord)
      order by integration_id, recording_id
      on conflict (integration_id, recording_id) do update set
        analysis_id = excluded.analysis_id, attempt = excluded.attempt, kind = excluded.kind,
        user_id = excluded.user_id, contact_id = excluded.contact_id, occurred_at = excluded.occurred_at,
        rating = excluded.rating, body = excluded.body, rerun_id = excluded.rerun_id, created_date = now(),
        texts_removed_at = null
      where analyses.attempt < excluded.attempt
        or analyses.attempt = excluded.attempt and excluded.rerun_id is not null
          and (analyses.rerun_id is null or analyses.rerun_id <= excluded.rerun_id)
      returning integration_id, recording_id
    ),
    -- Read as they were before this statement.
    kept as (
      insert into past_analyses (integration_id, recording_id, attempt, rating, body, created_date)
      select analyses.integration_id, analyses.recording_id, analyses.attempt, analyses.rating, analyses.body,
        analyses.created_date
      from analyses join stored using (integration_id, recording_id)
    ),
    ${speechOfStored},
    emitted as (
      insert into outbox (message_id, subject, payload)
      select message_id, subject, payload from result join stored using (integration_id, recording_id)
      join ended using (ord)
      order by ord
    )
    select ended.ord is not null as is_held, stored.recording_id is not null as is_stored
    from result
    left join ended using (ord)
    left join stored using (integration_id, recording_id)
    order by ord
  `.execute(db);
  const known = ended.filter((_, index) => rows[index]?.is_held && !rows[index].is_stored);
  await emitAgain(db, known);
  return rows.map(({ is_held }) => is_held);
}

/** Of what was stored already. When this fails, ingest asks for the analysis again and gets it by another event. */
async function emitAgain(db: Db, known: readonly EndedAnalysis[]): Promise<void> {
  if (known.length === 0) return;
  const stored = await findAnalyses(
    db,
    known.map(({ recording }) => recording),
  );
  const present = stored.filter(({ recording, attempt }) => attempt === recording.attempt);
  await db.transaction().execute((tx) =>
    appendToOutbox(
      tx,
      present.map(({ recording, body }) => analyzedAgain(recording, body)),
    ),
  );
}
