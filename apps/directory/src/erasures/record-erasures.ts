import { type Erasure, type ErasureDone, erasureRequested } from '@debrief/contracts/events/erasures';
import { services } from '@debrief/contracts/nats-users';
import { recordErasure } from '@debrief/database/erasures';
import { startLoop } from '@debrief/database/loop';
import { transaction } from '@debrief/database/pool';
import type { Logger } from '@debrief/service-kit/logger';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { ErasureFile } from './erasure-file.ts';
import { listErasure } from './request-erasure.ts';

/** Of any service: into the file outside of the database first, then into the list, then it is this service's to do. */
export function recordRequested(db: Kysely<Tables>, file: ErasureFile | null, begun: () => void) {
  return async ({ payload }: { payload: Erasure }): Promise<void> => {
    await file?.append(payload);
    await transaction(db, async function record(tx) {
      await listErasure(tx, payload, { isAgain: false });
      await recordErasure(tx, payload);
    });
    begun();
  };
}

/** When all services are done, the words are forgotten, with the events that brought them. */
export function recordDone(db: Kysely<Tables>) {
  return ({ payload }: { payload: ErasureDone }): Promise<void> =>
    transaction(db, async function record(tx) {
      const { integration_id, subject_id, service } = payload;
      const { rows } = await sql<{ is_all: boolean; erasure_id: string }>`
        update erasure_list set done = array(
          select distinct name from unnest(done || ${service}::text) as name order by name
        )
        where integration_id = ${integration_id} and subject_id = ${subject_id}
        returning erasure_id, (done || ${service}::text) @> ${[...services]}::text[] as is_all
      `.execute(tx);
      if (rows[0]?.is_all !== true) return;
      await sql`
        update erasure_list set finished_at = now(), words = '{}'
        where integration_id = ${integration_id} and subject_id = ${subject_id}
      `.execute(tx);
      await sql`
        delete from outbox
        where subject = ${erasureRequested.subject} and payload ->> 'erasure_id' = ${rows[0].erasure_id}
      `.execute(tx);
    });
}

const LOOK_MS = 60_000;
/** An event that was lost with its stream is missed by then. Doubled each time, up to 64 times. */
const SILENCE_SECONDS = 600;
const DOUBLINGS_MAX = 6;
const BATCH_ROWS = 100;

/** Asks again for erasures that some service is not done with: its event may be lost. */
export function askAgain(db: Kysely<Tables>, requested: () => void, log: Logger) {
  return startLoop({
    async round() {
      const { rows } = await sql`
        with silent as (
          update erasure_list set asked_at = now(), requests = requests + 1
          where ctid = any (array(
            select ctid from erasure_list
            where finished_at is null
              and asked_at < now() - make_interval(secs => ${SILENCE_SECONDS} * 2 ^ least(requests - 1, ${DOUBLINGS_MAX}))
            order by asked_at
            limit ${BATCH_ROWS}
            for update skip locked
          ))
          returning erasure_id, integration_id, kind, subject_id, with_recordings, words
        )
        insert into outbox (message_id, subject, payload)
        select gen_random_uuid()::text, ${erasureRequested.subject}, row_to_json(silent) from silent
        returning id
      `.execute(db);
      if (rows.length > 0) requested();
      return rows.length === BATCH_ROWS ? 'more' : 'done';
    },
    idleMs: LOOK_MS,
    retryMs: LOOK_MS,
    onFailure: (error) => log.warn({ err: error }, 'cannot look for erasures that are not done; retrying'),
  });
}
