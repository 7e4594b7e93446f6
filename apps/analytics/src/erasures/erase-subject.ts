import type { Erasure } from '@debrief/contracts/events/erasures';
import type { Round } from '@debrief/database/loop';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const BATCH_ROWS = 500;

/** What is counted of an erased call stays, and says no more whose it was; one that was not analysed goes. */
export async function eraseSubject(tx: Tx<Tables>, erasure: Erasure): Promise<Round> {
  const { integration_id, kind, subject_id, with_recordings } = erasure;
  if (kind === 'user') {
    await sql`
      delete from agents where integration_id = ${integration_id} and user_id = ${subject_id}
    `.execute(tx);
  }
  const isKept = kind === 'user' && !with_recordings;
  const facts = sql`
    select ctid from call_facts f
    where f.integration_id = ${integration_id} and ${isOf(erasure)}
      ${isKept ? sql`and f.external_user_id <> f.user_id::text` : sql``}
    limit ${BATCH_ROWS}
    for update
  `;
  if (isKept) {
    const named = await sql`
      update call_facts set external_user_id = user_id::text where ctid = any (array(${facts}))
    `.execute(tx);
    return roundOf(named.numAffectedRows);
  }
  const { rows } = await sql<{ count: number }>`
    with fact as materialized (${facts}),
    unfinished as (
      delete from call_facts using fact where call_facts.ctid = fact.ctid and call_facts.status = 'PROCESSING'
      returning 1
    ),
    counted as (
      update call_facts set
        is_erased = true, recording_id = gen_random_uuid(),
        contact_id = null, external_contact_id = null, rerun_id = null
        ${kind === 'user' ? sql`, user_id = null, external_user_id = null` : sql``}
      from fact where call_facts.ctid = fact.ctid and call_facts.status <> 'PROCESSING'
      returning 1
    )
    select (select count(*) from unfinished) + (select count(*) from counted) as count
  `.execute(tx);
  return roundOf(BigInt(rows[0]?.count ?? 0));
}

function roundOf(count: bigint | undefined): Round {
  return count === undefined || count === 0n ? 'done' : 'more';
}

function isOf({ kind, subject_id }: Erasure): RawBuilder<boolean> {
  return sql`${sql.ref(`f.${kind}_id`)} = ${subject_id}`;
}
