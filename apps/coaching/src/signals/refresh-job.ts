import { defineJob } from '@debrief/database/jobs';
import { type RawBuilder, sql } from 'kysely';

export interface RefreshRequest {
  integration_id: string;
  user_id: string;
  /** Also where little was added since the last time. */
  is_asked?: boolean;
}

export const refreshJob = defineJob<RefreshRequest>({ schema: 'coaching', name: 'refresh-signal' });

/** Of one agent only one job waits. */
export function refreshKey(
  integrationId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`concat('signal ', ${integrationId}, ' ', ${userId})`;
}
