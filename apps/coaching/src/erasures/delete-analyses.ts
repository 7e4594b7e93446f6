import type { Erasure } from '@debrief/contracts/events/erasures';
import { addJobCall } from '@debrief/database/jobs';
import type { Round } from '@debrief/database/loop';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { refreshJob, refreshKey } from '../signals/refresh-job.ts';
import type { Tables } from '../tables.ts';
import { forgetCalls, type PastCall } from './forget-in-periods.ts';

const BATCH_ROWS = 50;

export interface AnalysedCall extends PastCall {
  /** As the analysis names them. */
  readonly contact_name: string;
}

/** Deletes a batch of the analyses of an erased recording, contact or user, with what was made of them. */
export async function deleteAnalyses(tx: Tx<Tables>, erasure: Erasure): Promise<Round> {
  const { integration_id, kind, subject_id, words } = erasure;
  const isOf = sql`${sql.ref(`a.${kind}_id`)} = ${subject_id}`;
  const calls = await lockAnalyses(tx, integration_id, isOf, BATCH_ROWS);
  if (calls.length === 0) return 'done';
  await forgetWords(tx, integration_id, calls, [...words, ...calls.map(({ contact_name }) => contact_name)]);
  await sql`
    delete from analyses a where a.integration_id = ${integration_id} and a.recording_id = any (${idsOf(calls)}::uuid[])
  `.execute(tx);
  return 'more';
}

/**
 * Deletes what was said in these calls, wherever it was taken over: earlier analyses, what was counted of the agents'
 * speech, and the parts of digests and agendas that rest on it. Signals are inferred again from what is left. The analyses
 * themselves are the caller's matter. `names`: they are removed as well.
 */
export async function forgetWords(
  tx: Tx<Tables>,
  integrationId: string,
  calls: readonly AnalysedCall[],
  names: readonly string[],
): Promise<void> {
  await refreshSignals(
    tx,
    integrationId,
    [...new Set(calls.map(({ user_id }) => user_id))].sort(),
    idsOf(calls),
  );
  await forgetCalls(tx, integrationId, calls, names);
  await sql`
    delete from past_analyses where integration_id = ${integrationId} and recording_id = any (${idsOf(calls)}::uuid[])
  `.execute(tx);
}

/** Up to `limit` analyses `a` for which the condition holds, the oldest first. */
export async function lockAnalyses(
  tx: Tx<Tables>,
  integrationId: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<AnalysedCall[]> {
  const { rows } = await sql<AnalysedCall>`
    select a.recording_id, a.user_id, a.occurred_at, a.body -> 'speakers' ->> 'client_name' as contact_name
    from analyses a
    where a.integration_id = ${integrationId} and ${condition}
    order by a.occurred_at
    limit ${limit}
    for update
  `.execute(tx);
  return rows;
}

/** A signal quotes calls. A refresh that is under way has the agent's lock, and this waits for it. */
async function refreshSignals(
  tx: Tx<Tables>,
  integrationId: string,
  userIds: readonly string[],
  recordingIds: readonly string[],
): Promise<void> {
  await sql`
    select from agents where integration_id = ${integrationId} and user_id = any (${userIds}::uuid[])
    order by user_id for no key update
  `.execute(tx);
  await sql`
    delete from speech where integration_id = ${integrationId} and recording_id = any (${recordingIds}::uuid[])
  `.execute(tx);
  const added = addJobCall(refreshJob, {
    payload: sql`json_build_object('integration_id', ${integrationId}::uuid, 'user_id', agent.user_id, 'is_asked', true)`,
    key: refreshKey(sql`${integrationId}::uuid`, sql`agent.user_id`),
  });
  await sql`
    with agent as (
      delete from signals where integration_id = ${integrationId} and user_id = any (${userIds}::uuid[])
      returning user_id
    ),
    added as (select ${added} from agent)
    select count(*) from added
  `.execute(tx);
}

function idsOf(calls: readonly PastCall[]): string[] {
  return calls.map(({ recording_id }) => recording_id);
}
