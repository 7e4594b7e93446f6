import { ofEach } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import type { MergedContact } from './merge-submissions.ts';

/** The CTE `contact` of `resolvePeople`: a batch's contacts, each with its stored stage and whether it differs. */
export function givenContactStep(contacts: readonly MergedContact[]): RawBuilder<unknown> {
  return sql`
    contact as materialized (
      select item.ord, given.*,
        stored.id as stored_id, stored.stage as stored_stage, stored.stage_id as stored_stage_id,
        stored.id is null or (
          stored.name, stored.first_name, stored.last_name, stored.phone, stored.emails,
          stored.stage, stored.stage_id, stored.source, stored.source_id, stored.tags
        ) is distinct from (
          given.name, coalesce(given.first_name, stored.first_name),
          coalesce(given.last_name, stored.last_name), coalesce(given.phone, stored.phone),
          coalesce(given.emails, stored.emails), coalesce(given.stage, stored.stage),
          coalesce(given.stage_id, stored.stage_id), coalesce(given.source, stored.source),
          coalesce(given.source_id, stored.source_id), coalesce(given.tags, stored.tags)
        ) as differs
      from unnest(${ofEach(contacts, 'json', (contact) => JSON.stringify(contact))}) with ordinality as item (body, ord)
      cross join lateral json_to_record(item.body) as given (
        integration_id uuid, external_contact_id text, candidate_id uuid, name text, name_key text,
        first_name text, last_name text, phone text, phone_digits text, emails text[], email_keys text[],
        stage text, stage_id text, source text, source_id text, tags text[]
      )
      join integrations on integrations.id = given.integration_id
      left join contacts stored
        on stored.integration_id = given.integration_id
        and stored.external_contact_id = given.external_contact_id
    )
  `;
}

/**
 * The CTE `written_contact`, which creates and updates the rows of `contact` that differ. New ones get the created date
 * of `insert_order`. It waits for `updated_user`, because users are locked before contacts.
 */
export const writtenContactStep: RawBuilder<unknown> = sql`
    written_contact as (
      insert into contacts as stored
        (integration_id, id, external_contact_id, name, name_key, first_name, last_name, phone, phone_digits,
        emails, email_keys, stage, stage_id, source, source_id, tags, created_date)
      select integration_id, candidate_id, external_contact_id, name, name_key, first_name, last_name, phone,
        phone_digits, emails, email_keys, stage, stage_id, source, source_id, tags, insert_order.at
      from contact
      cross join insert_order
      where differs and (select count(*) from updated_user) >= 0
      order by integration_id, external_contact_id
      on conflict (integration_id, external_contact_id) do update set
        name = excluded.name,
        name_key = excluded.name_key,
        first_name = coalesce(excluded.first_name, stored.first_name),
        last_name = coalesce(excluded.last_name, stored.last_name),
        phone = coalesce(excluded.phone, stored.phone),
        phone_digits = coalesce(excluded.phone_digits, stored.phone_digits),
        emails = coalesce(excluded.emails, stored.emails),
        email_keys = coalesce(excluded.email_keys, stored.email_keys),
        stage = coalesce(excluded.stage, stored.stage),
        stage_id = coalesce(excluded.stage_id, stored.stage_id),
        source = coalesce(excluded.source, stored.source),
        source_id = coalesce(excluded.source_id, stored.source_id),
        tags = coalesce(excluded.tags, stored.tags)
      returning integration_id, external_contact_id, id, stage, stage_id
    )
`;
