import { onlyUserOf } from '@debrief/contracts/caller';
import { CLAIM_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import {
  type ClaimFault,
  exportMarkedClaims,
  listMarkedClaims,
  listOwnMarkedClaims,
  markClaim,
} from '@debrief/contracts/operations/claims';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { isoInstant } from '@debrief/database/instants';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { analysisOfEach } from '../analyses/analysis-queries.ts';
import type { Db } from '../tables.ts';
import { findClaim } from './find-claim.ts';

/** What people say is wrong: of their own calls, or as admins of all, each for themselves. */
export function claimHandlers(db: Db): OperationHandler[] {
  const mark = handleWrite(markClaim, async ({ caller, input }) => {
    const { integration_id, member_id } = caller;
    const { recording_id, claim_id, indicator, fault } = input;
    const { rows } = await sql<{ body: AnalysisBody | null }>`
      select analyses.body from ${analysisOfEach([{ caller, input }])}
    `.execute(db);
    const body = rows[0]?.body ?? null;
    if (body === null || findClaim(body, { claim_id, indicator }) === undefined)
      throw new DebriefError(CLAIM_NOT_FOUND);
    const key = sql`${integration_id}::uuid, ${recording_id}::uuid, ${claim_id}, ${indicator ?? ''}, ${member_id}::uuid`;
    await (fault === null
      ? sql`
          delete from marked_claims m using analyses a
          where (m.integration_id, m.recording_id, m.claim_id, m.indicator, m.member_id) = (${key})
            and a.integration_id = m.integration_id and a.recording_id = m.recording_id
            and m.analysis_date = a.created_date
        `
      : sql`
          insert into marked_claims
            (integration_id, recording_id, claim_id, indicator, member_id, fault, analysis_date)
          select ${key}, ${fault}, a.created_date from analyses a
          where a.integration_id = ${integration_id} and a.recording_id = ${recording_id}
          on conflict on constraint marked_claims_pkey do update set fault = excluded.fault
        `
    ).execute(db);
    return { ok: {} };
  });
  const list = handleEach(listMarkedClaims, async ({ caller, input: { recording_id } }) => {
    const onlyUser = onlyUserOf(caller);
    const { rows } = await sql<{ data: string }>`
      select coalesce(json_agg(json_build_object(
        'claim_id', m.claim_id, 'indicator', nullif(m.indicator, ''), 'fault', m.fault,
        'is_own', m.member_id = ${caller.member_id ?? null}::uuid
      ) order by m.created_date), '[]')::text as data
      from marked_claims m
      join analyses a on a.integration_id = m.integration_id and a.recording_id = m.recording_id
        and a.created_date = m.analysis_date
      where m.integration_id = ${caller.integration_id} and m.recording_id = ${recording_id}
        and (${onlyUser}::uuid is null or a.user_id = ${onlyUser}::uuid)
    `.execute(db);
    return { json: `{"data":${rows[0]?.data ?? '[]'}}` };
  });
  const ofAll = handleEach(listOwnMarkedClaims, async ({ caller: { integration_id }, input: { limit } }) => {
    const found = await newestMarks(db, integration_id, limit + 1);
    const data = found.slice(0, limit).map(({ body: _, ...one }) => one);
    return { ok: { data, has_more: found.length > limit } };
  });
  const exported = handleEach(exportMarkedClaims, async ({ input: { integration_id, limit } }) => {
    const found = await newestMarks(db, integration_id, limit);
    const data = found.map(({ member_id: _, is_past: __, body, ...one }) => ({
      ...one,
      rubric_version: body?.engine.rubric_version ?? null,
    }));
    return { ok: { data } };
  });
  return [mark, list, ofAll, exported];
}

/** Each with the claim of the analysis that it is about, which a later one may have replaced. */
async function newestMarks(db: Db, integrationId: string, limit: number) {
  const { rows } = await sql<{
    recording_id: string;
    claim_id: string;
    indicator: string;
    fault: ClaimFault;
    member_id: string;
    marked_at: string;
    is_past: boolean;
    body: AnalysisBody | null;
  }>`
    select m.recording_id, m.claim_id, m.indicator, m.fault, m.member_id,
      ${isoInstant('m.created_date')} as marked_at, a.created_date <> m.analysis_date as is_past,
      coalesce(
        case when a.created_date = m.analysis_date then a.body end,
        (
          select p.body from past_analyses p
          where p.integration_id = m.integration_id and p.recording_id = m.recording_id
            and p.created_date = m.analysis_date
          limit 1
        )
      ) as body
    from marked_claims m
    join analyses a on a.integration_id = m.integration_id and a.recording_id = m.recording_id
    where m.integration_id = ${integrationId}
    order by m.created_date desc limit ${limit}
  `.execute(db);
  return rows.map((row) => {
    const claim = { claim_id: row.claim_id, indicator: row.indicator === '' ? null : row.indicator };
    return { ...row, ...claim, claim: (row.body && findClaim(row.body, claim)) || null };
  });
}
