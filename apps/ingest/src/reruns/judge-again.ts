import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';

/** Notes recordings to be judged again, before all that a new rubric has to be: somebody looks at them. */
export async function judgeAgain(
  tx: Tx<Tables>,
  keys: readonly { integration_id: string; id: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into reruns (integration_id, recording_id, rerun_id, requested_at)
    select integration_id, recording_id, ${uuidv7()}, to_timestamp(0) from unnest(
      ${keys.map(({ integration_id }) => integration_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]
    ) as again (integration_id, recording_id)
    on conflict (integration_id, recording_id) do update set
      rerun_id = excluded.rerun_id, requested_at = excluded.requested_at, requests = 0, due_at = null
  `.execute(tx);
}
