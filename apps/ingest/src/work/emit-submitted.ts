import { recordingSubmitted } from '@debrief/contracts/events/recording';
import type { WorkKey } from '@debrief/database/leased-work';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';

/** One event for the recordings `r`, a table of that name. Workers that hear it claim at once. */
export const insertSubmitted: RawBuilder<unknown> = sql`
  insert into outbox (subject, message_id, payload)
  select ${recordingSubmitted.subject}, gen_random_uuid(),
    json_build_object('recordings', json_agg(${recordingContext}))
  from r
  having count(*) > 0
`;

/** Says of recordings that are back in the queue that another worker may have them. */
export async function emitSubmitted(
  tx: Tx<Tables>,
  keys: readonly Pick<WorkKey, 'integration_id' | 'id'>[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with r as (
      select * from recordings where (integration_id, id) in (
        select * from unnest(
          ${keys.map(({ integration_id }) => integration_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]
        )
      )
    )
    ${insertSubmitted}
  `.execute(tx);
}
