import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { Digest } from '@debrief/contracts/resources/coaching-period';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { composeSummary } from '../agendas/compose-summary.ts';
import type { Tables } from '../tables.ts';
import { type Gone, pruneAgenda, pruneDigest } from './prune-texts.ts';

const LONGEST_PERIOD_DAYS = 31;

/** A call whose words are not to be read any more. */
export interface PastCall {
  readonly recording_id: string;
  readonly user_id: string;
  readonly occurred_at: string;
}

/** Removes from digests and agendas what rests on these calls of an integration. */
export async function forgetCalls(
  tx: Tx<Tables>,
  integrationId: string,
  calls: readonly PastCall[],
  names: readonly string[],
): Promise<void> {
  const gone = { recordings: new Set(calls.map(({ recording_id }) => recording_id)), names };
  const tookSince = (first: RawBuilder<unknown>) => sql`
    select from unnest(
      ${calls.map(({ user_id }) => user_id)}::uuid[], ${calls.map(({ occurred_at }) => occurred_at)}::timestamptz[]
    ) as call (user_id, at)
    where (call.at at time zone 'UTC')::date between ${first} and p.period_end
  `;
  await rewriteDigests(tx, integrationId, sql`exists (${tookSince(sql`p.period_start`)})`, gone);
  // An agenda may tell of calls of the period before as well.
  const before = sql`p.period_start - ${LONGEST_PERIOD_DAYS}::integer`;
  await rewriteAgendas(
    tx,
    integrationId,
    sql`exists (${tookSince(before)} and call.user_id = a.user_id)`,
    gone,
  );
}

/** Writes the digests of the periods `p` without what is gone. */
export async function rewriteDigests(
  tx: Tx<Tables>,
  integrationId: string,
  condition: RawBuilder<boolean | unknown>,
  gone: Gone,
): Promise<void> {
  const { rows } = await sql<{ id: string; digest: Digest }>`
    select p.id, p.digest from periods p
    where p.integration_id = ${integrationId} and p.digest is not null and ${condition}
    for update
  `.execute(tx);
  for (const { id, digest } of rows) {
    const left = JSON.stringify(pruneDigest(digest, gone));
    if (left === JSON.stringify(digest)) continue;
    await sql`
      update periods set digest = ${left}::json, updated_date = now()
      where integration_id = ${integrationId} and id = ${id}
    `.execute(tx);
  }
}

/** Writes the agendas `a` of the periods `p` without what is gone. */
export async function rewriteAgendas(
  tx: Tx<Tables>,
  integrationId: string,
  condition: RawBuilder<boolean | unknown>,
  gone: Gone,
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    title: string | null;
    content: AgendaContent;
    answers: AgendaAnswers | null;
    draft: AgendaAnswers | null;
    summary: string | null;
  }>`
    select a.id, a.title, a.content, a.answers, a.draft, a.summary
    from agendas a join periods p on p.integration_id = a.integration_id and p.id = a.period_id
    where a.integration_id = ${integrationId} and a.content is not null and ${condition}
    for update of a
  `.execute(tx);
  for (const { id, summary, ...texts } of rows) {
    const left = pruneAgenda(texts, gone);
    if (JSON.stringify(left) === JSON.stringify(texts)) continue;
    const again =
      summary === null || left.answers === null ? null : composeSummary(left.content, left.answers);
    await sql`
      update agendas set title = ${left.title}, content = ${JSON.stringify(left.content)}::json,
        answers = ${left.answers && JSON.stringify(left.answers)}::json,
        draft = ${left.draft && JSON.stringify(left.draft)}::json, summary = ${again}, updated_date = now()
      where integration_id = ${integrationId} and id = ${id}
    `.execute(tx);
  }
}
