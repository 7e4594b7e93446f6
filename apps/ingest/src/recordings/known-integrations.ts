import { type RawBuilder, sql } from 'kysely';

/**
 * `integration (integration_id)`: the integrations that have recordings, found with one index probe each. For an
 * operator's question that names no integration; `select distinct` would read every row.
 */
export const knownIntegrations: RawBuilder<unknown> = sql`
  integration as (
    (select integration_id from recordings order by integration_id limit 1)
    union all
    select (
      select r.integration_id from recordings r
      where r.integration_id > integration.integration_id order by r.integration_id limit 1
    )
    from integration where integration.integration_id is not null
  )
`;
