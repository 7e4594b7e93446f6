import { LIST_MAX_ITEMS } from '@debrief/contracts/text';
import { lockInsertOrder } from '@debrief/database/insert-order';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { insertUserChanged } from '../users/user-changed.ts';
import { givenContactStep, writtenContactStep } from './contact-steps.ts';
import type { MergedAgent, MergedContact } from './merge-submissions.ts';

/** Of the agent at position `ord`, from 1. There is no row for an integration that does not exist. */
export interface ResolvedUser {
  kind: 'user';
  ord: number;
  /** Null when another batch has just claimed the external id: a retry finds its user. */
  id: string | null;
  /** Of the integration, as is `source_id`. */
  source: string;
  source_id: string;
  /** Whether the batch has created or changed any user; the same in every row. */
  has_changes: boolean;
}

export interface ResolvedContact {
  kind: 'contact';
  ord: number;
  id: string;
  /** The stage before the batch, for items that give none and follow none that does. */
  stage: string | null;
  stage_id: string | null;
}

/**
 * Finds, creates and updates the users and contacts of a batch in one statement, which writes nothing when nothing
 * differs. Locks are taken in one order, so that batches cannot deadlock: insert locks, identities, new users, changed
 * users, contacts, each sorted by key (decision 0016). `(select count(*) from step) >= 0` is always true; it makes a
 * step wait for `step`.
 */
export async function resolvePeople(
  db: Kysely<Tables>,
  agents: readonly MergedAgent[],
  contacts: readonly MergedContact[],
): Promise<(ResolvedUser | ResolvedContact)[]> {
  const { rows } = await sql<ResolvedUser | ResolvedContact>`
    with agent as materialized (
      select item.ord, given.*, integrations.source, integrations.source_id,
        known.user_id is not null as is_mapped,
        by_email.id is not null as has_account,
        coalesce(cardinality(by_email.external_user_ids), 0) + row_number() over same_person <= ${LIST_MAX_ITEMS}
          as has_room,
        -- Of new ids with one e-mail the first makes the user and the others join it.
        coalesce(known.user_id, by_email.id, first_value(given.candidate_id) over same_person) as user_id
      from unnest(${agents.map((agent) => JSON.stringify(agent))}::json[]) with ordinality as item (body, ord)
      cross join lateral json_to_record(item.body) as given (
        integration_id uuid, external_user_id text, candidate_id uuid, name text, name_key text,
        email text, email_key text, timezone text, timezone_ord integer, picture text, picture_ord integer
      )
      join integrations on integrations.id = given.integration_id
      left join user_identities known
        on known.integration_id = given.integration_id and known.external_user_id = given.external_user_id
      left join users by_email
        on known.user_id is null
        and by_email.integration_id = given.integration_id and by_email.email_key = given.email_key
      window same_person as (
        partition by given.integration_id, given.email_key, known.user_id is null order by item.ord
      )
    ),
    ${givenContactStep(contacts)},
    ${lockInsertOrder(
      'people',
      sql`
        select integration_id from agent where not is_mapped and not has_account
        union all
        select integration_id from contact where stored_id is null`,
    )},
    profile as (
      select integration_id, user_id,
        (array_agg(timezone order by timezone_ord desc) filter (where timezone is not null))[1] as timezone,
        (array_agg(picture order by picture_ord desc) filter (where picture is not null))[1] as picture
      from agent
      group by integration_id, user_id
    ),
    new_identity as (
      insert into user_identities (integration_id, external_user_id, user_id)
      select integration_id, external_user_id, user_id
      from agent
      where not is_mapped and has_room and (select count(*) from insert_order) >= 0
      order by integration_id, external_user_id
      on conflict do nothing
      returning integration_id, external_user_id, true as is_new
    ),
    gained as (
      select integration_id, user_id, min(ord) as first_ord,
        array_agg(external_user_id order by ord) as external_user_ids
      from agent
      join new_identity using (integration_id, external_user_id)
      group by integration_id, user_id
    ),
    new_user as (
      insert into users
        (integration_id, id, external_user_id, name, name_key, email, email_key, timezone, picture,
        external_user_ids, created_date)
      select agent.integration_id, agent.user_id, agent.external_user_id, agent.name, agent.name_key,
        agent.email, agent.email_key, profile.timezone, profile.picture, gained.external_user_ids,
        insert_order.at
      from gained
      cross join insert_order
      join agent on agent.ord = gained.first_ord
      join profile on profile.integration_id = agent.integration_id and profile.user_id = agent.user_id
      where not agent.is_mapped and not agent.has_account
      order by agent.integration_id, agent.email_key
      returning *
    ),
    outdated_user as (
      select users.integration_id, users.id, profile.timezone, profile.picture, gained.external_user_ids
      from profile
      join users on users.integration_id = profile.integration_id and users.id = profile.user_id
      left join gained on gained.integration_id = profile.integration_id and gained.user_id = profile.user_id
      where (select count(*) from new_user) >= 0
        and (
          gained.user_id is not null
          or (users.timezone, users.picture) is distinct from
            (coalesce(profile.timezone, users.timezone), coalesce(profile.picture, users.picture))
        )
      order by users.integration_id, users.id
      for no key update of users
    ),
    updated_user as (
      update users set
        timezone = coalesce(outdated_user.timezone, users.timezone),
        picture = coalesce(outdated_user.picture, users.picture),
        external_user_ids = users.external_user_ids || outdated_user.external_user_ids,
        version = users.version + 1
      from outdated_user
      where users.integration_id = outdated_user.integration_id and users.id = outdated_user.id
      returning users.*
    ),
    changed_user as (
      select * from new_user
      union all
      select * from updated_user
    ),
    emitted as (
      ${insertUserChanged}
      returning id
    ),
    ${writtenContactStep}
    select 'user' as kind, agent.ord,
      case when agent.is_mapped or new_identity.is_new or not agent.has_room then agent.user_id end as id,
      agent.source, agent.source_id, null as stage, null as stage_id,
      (select count(*) from emitted) > 0 as has_changes
    from agent
    left join new_identity using (integration_id, external_user_id)
    union all
    select 'contact', contact.ord, coalesce(written_contact.id, contact.stored_id), null, null,
      case
        when contact.stored_id is not null then contact.stored_stage
        when contact.stage is null then written_contact.stage
      end,
      case
        when contact.stored_id is not null then contact.stored_stage_id
        when contact.stage_id is null then written_contact.stage_id
      end,
      null
    from contact
    left join written_contact using (integration_id, external_contact_id)
  `.execute(db);
  return rows;
}
