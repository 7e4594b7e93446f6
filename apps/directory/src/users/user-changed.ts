import { userChanged } from '@debrief/contracts/events/directory';
import { type RawBuilder, sql } from 'kysely';

/** Appends `user.changed` for each row of the statement's CTE `changed_user`, which has the columns of `users`. */
export const insertUserChanged: RawBuilder<unknown> = sql`
  insert into outbox (message_id, subject, payload)
  select gen_random_uuid()::text, ${sql.lit(userChanged.subject)}, row_to_json(payload)
  from changed_user
  cross join lateral (
    select changed_user.integration_id, changed_user.id as user_id, changed_user.version,
      changed_user.external_user_id, changed_user.external_user_ids, changed_user.team_ids,
      changed_user.name, changed_user.timezone
  ) payload
`;
