import type { RecordingStatus } from '@debrief/contracts/resources/call';
import type { Static } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';

/**
 * The recordings `r` in one status. The few that are FAILED or unfinished have indexes of their own, which go by
 * columns that change once or twice: one by status would make every change of it touch all indexes.
 */
export function inStatus(status: Static<typeof RecordingStatus>): RawBuilder<boolean> {
  if (status === 'COMPLETED') return sql`r.status = 'COMPLETED'`;
  if (status === 'FAILED') return sql`r.error is not null`;
  return sql`(r.status = ${status} and r.finished_at is null)`;
}
