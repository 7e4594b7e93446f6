import { DebriefError, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { recordKeyUse as operation } from '@debrief/contracts/operations/directory-access';
import { parseInstant } from '@debrief/contracts/text';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Counts by the day of a report's last use. Moves last_used_at forward only, because gateways report late and out of
 * order. A use in the future counts as now: otherwise a gateway whose clock is ahead would block later reports.
 */
export function recordKeyUse(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const uses = items.map(({ input }) => ({
      id: input.key_id,
      times: input.uses,
      at: parseInstant(input.used_at),
    }));
    const valid = uses.filter((use) => use.at !== null);
    if (valid.length > 0) {
      await sql`
        with used as (
          select key_id, least(max(used_at), now()) as used_at, sum(uses) as uses
          from unnest(
            ${valid.map((use) => use.id)}::uuid[], ${valid.map((use) => use.at)}::timestamptz[],
            ${valid.map((use) => use.times)}::bigint[]
          ) as item (key_id, used_at, uses)
          group by key_id
        ),
        counted as (
          insert into key_uses as known (key_id, day, uses)
          select key_id, (used_at at time zone 'UTC')::date, used.uses
          from used join api_keys on api_keys.id = used.key_id
          order by key_id
          on conflict (key_id, day) do update set uses = known.uses + excluded.uses
        ),
        -- Locked in the order of ids, so that two batches with the same keys cannot deadlock.
        outdated as (
          select api_keys.id, used.used_at
          from used join api_keys on api_keys.id = used.key_id
          where api_keys.last_used_at is null or api_keys.last_used_at < used.used_at
          order by api_keys.id
          for no key update of api_keys
        )
        update api_keys set last_used_at = outdated.used_at from outdated where api_keys.id = outdated.id
      `.execute(db);
    }
    const violations = ['used_at must be an ISO-8601 instant'];
    return uses.map(({ at }) =>
      at === null ? { error: new DebriefError(VALIDATION_FAILED, { violations }) } : { ok: null },
    );
  });
}
