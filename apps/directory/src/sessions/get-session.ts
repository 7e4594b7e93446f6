import { getSession as operation } from '@debrief/contracts/operations/directory-sessions';
import type { Session } from '@debrief/contracts/resources/member';
import { ofEach, prepared } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { SessionRules } from './new-session.ts';
import { isOpen } from './open-sessions.ts';
import { placesOfAccount } from './places.ts';

/** One statement for all requests that came together; that somebody was seen is written once a minute. */
export function getSession(db: Kysely<Tables>, rules: SessionRules): OperationHandler {
  return handle(operation, async (items) => {
    const { rows } = await sql<{ session: Session | null }>`${prepared}
      with item as (
        select * from unnest(${ofEach(items, 'text', ({ input }) => input.token_sha256)})
          with ordinality as item (sha256, ord)
      ),
      found as (
        select item.ord, s.* from item
        join sessions s on s.token_sha256 = decode(item.sha256, 'hex')
        where ${isOpen(rules)}
      ),
      seen as (
        update sessions set seen_date = now() where id = any (array(
          select known.id from sessions known join found on found.id = known.id
          where known.seen_date < now() - interval '1 minute'
          for no key update of known skip locked
        ))
      )
      select case when a.id is not null then json_build_object(
        'id', found.id,
        'account', json_build_object('id', a.id, 'email', a.email, 'name', a.name),
        'place', places.chosen,
        'has_other_places', coalesce(places.count, 0) > 1
      ) end as session
      from item
      left join found on found.ord = item.ord
      left join accounts a on a.id = found.account_id
      left join lateral (
        select count(*) as count, (array_agg(
          p.place order by p.integration_id = found.integration_id desc nulls last,
            p.organization_name, p.integration_name, p.integration_id
        ))[1] as chosen
        from (${placesOfAccount}) p
      ) places on a.id is not null
      order by item.ord
    `.execute(db);
    return rows.map(({ session }) => ({ ok: session }));
  });
}
