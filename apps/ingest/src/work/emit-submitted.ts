import { recordingSubmitted } from '@debrief/contracts/events/recording';
import { isAmong, type WorkKey } from '@debrief/database/leased-work';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';

/** One event for the recordings `r`, a table of that name. Workers that receive it claim at once. */
export const insertSubmitted: RawBuilder<unknown> = sql`
  insert into outbox (subject, message_id, payload)
  select ${recordingSubmitted.subject}, gen_random_uuid(),
    json_build_object('recordings', json_agg(${recordingContext}))
  from r
  having count(*) > 0
`;

/** Emits recording.submitted for recordings that are queued again, so that another worker claims them at once. */
export async function emitSubmitted(
  tx: Tx<Tables>,
  keys: readonly Pick<WorkKey, 'integration_id' | 'id'>[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with r as (select * from recordings r where ${isAmong(keys)})
    ${insertSubmitted}
  `.execute(tx);
}
