import type { Round } from '@debrief/database/loop';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const BATCH_ROWS = 1_000;

/**
 * Marks a batch of invitations whose time has passed: lists begin with the oldest, and would pass over all of them.
 * Nothing else depends on the mark.
 */
export async function expireInvitations(db: Kysely<Tables>): Promise<Round> {
  const { numAffectedRows } = await sql`
    update invitations set status = 'EXPIRED', ended_date = now()
    where ctid = any (array(
      select ctid from invitations
      where status = 'PENDING' and expires_date <= now()
      order by expires_date
      limit ${BATCH_ROWS}
      for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) < BATCH_ROWS ? 'done' : 'more';
}
