import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import type { Round } from '@debrief/database/loop';
import { type Tx, transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import { type AnalysedCall, forgetWords } from '../erasures/delete-analyses.ts';
import { forgetCalls, type PastCall } from '../erasures/forget-in-periods.ts';
import type { Db, Tables } from '../tables.ts';
import { withoutTexts } from './without-texts.ts';

const BATCH_ROWS = 50;
const READINGS_BATCH_ROWS = 1_000;
/** Digests and agendas of the last day are looked at again: their calls may have been read before, and they written after. */
const LATE_MS = 86_400_000;

/**
 * One batch of each integration's texts that are older than it keeps them: those of analyses, of what these replaced, and
 * what digests, agendas and signals took over of them. Counted from the submission of the recording.
 */
export async function removeOldTexts(db: Db, now: Date): Promise<Round> {
  const { rows: integrations } = await sql<{ integration_id: string; before: string }>`
    select i.integration_id, ${now.toISOString()}::timestamptz - make_interval(days => i.text_days) as before
    from integrations i where i.text_days is not null
  `.execute(db);
  let round: Round = (await transaction(db, clearLeftAnswers)) === BATCH_ROWS ? 'more' : 'done';
  for (const { integration_id, before } of integrations) {
    const removed = await transaction(db, (tx) => removeBatch(tx, integration_id, before, now));
    const readings = await removeReadings(db, integration_id, before);
    if (removed === BATCH_ROWS || readings === READINGS_BATCH_ROWS) round = 'more';
    await transaction(db, async function forgetLate(tx) {
      const calls = await findLate(tx, integration_id, new Date(now.getTime() - LATE_MS));
      if (calls.length > 0) await forgetCalls(tx, integration_id, calls, []);
    });
  }
  return round;
}

async function removeBatch(
  tx: Tx<Tables>,
  integrationId: string,
  before: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<AnalysedCall & { body: AnalysisBody }>`
    select a.recording_id, a.user_id, a.occurred_at, a.body -> 'speakers' ->> 'client_name' as contact_name, a.body
    from analyses a
    where a.integration_id = ${integrationId} and a.texts_removed_at is null
      and a.recorded_date < ${before}::timestamptz
    order by a.recorded_date
    limit ${BATCH_ROWS}
    for update skip locked
  `.execute(tx);
  if (rows.length === 0) return 0;
  // Names stay: it is what was said that goes.
  await forgetWords(tx, integrationId, rows, []);
  const removedAt = now.toISOString();
  await sql`
    update analyses a set body = given.body::json, texts_removed_at = ${removedAt}
    from unnest(
      ${rows.map(({ recording_id }) => recording_id)}::uuid[],
      ${rows.map(({ body }) => JSON.stringify(withoutTexts(body, removedAt)))}::text[]
    ) as given (recording_id, body)
    where a.integration_id = ${integrationId} and a.recording_id = given.recording_id
  `.execute(tx);
  return rows.length;
}

/** What was answered to objections stayed where the release before removed the texts; of any integration. */
async function clearLeftAnswers(tx: Tx<Tables>): Promise<number> {
  const { numAffectedRows } = await sql`
    with found as (
      select integration_id, recording_id from analyses
      where texts_removed_at is not null and json_array_length(body -> 'objections' -> 'answers') > 0
      order by integration_id, recording_id
      limit ${BATCH_ROWS}
      for update skip locked
    )
    update analyses a set body = jsonb_set(a.body::jsonb, '{objections,answers}', '[]')::json
    from found where a.integration_id = found.integration_id and a.recording_id = found.recording_id
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** They hold no words, but are known by a hash of them. */
async function removeReadings(db: Db, integrationId: string, before: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from model_readings where ctid = any (array(
      select ctid from model_readings
      where integration_id = ${integrationId} and created_date < ${before}::timestamptz
      limit ${READINGS_BATCH_ROWS}
    ))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Calls without texts that digests or agendas written lately still quote. */
async function findLate(tx: Tx<Tables>, integrationId: string, since: Date): Promise<PastCall[]> {
  const { rows } = await sql<PastCall>`
    with written as (
      select digest as body from periods
      where integration_id = ${integrationId} and digest is not null and updated_date >= ${since.toISOString()}
      union all
      select content from agendas
      where integration_id = ${integrationId} and content is not null and updated_date >= ${since.toISOString()}
    ),
    quoted as (
      select distinct (jsonb_path_query(body::jsonb, '$.**.recording_id') #>> '{}')::uuid as recording_id from written
    )
    select a.recording_id, a.user_id, a.occurred_at
    from quoted join analyses a on a.integration_id = ${integrationId} and a.recording_id = quoted.recording_id
    where a.texts_removed_at is not null
  `.execute(tx);
  return rows;
}
