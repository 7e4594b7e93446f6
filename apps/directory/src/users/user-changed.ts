import { userChanged } from '@debrief/contracts/events/directory';
import { type RawBuilder, sql } from 'kysely';

/** Columns of the outbox that `userChangedRows` fills, in its order. */
export const userChangedColumns = ['message_id', 'subject', 'payload'] as const;

/**
 * A row of the outbox for each row of `changed_user`, which a statement names so and which has the columns of `users`
 * as the statement leaves them. The id clients see is told even where a release before `external_user_ids` wrote the
 * row.
 */
export const userChangedRows: RawBuilder<unknown> = sql`
  select gen_random_uuid()::text, ${sql.lit(userChanged.subject)}, row_to_json(payload)
  from changed_user
  cross join lateral (
    select changed_user.integration_id, changed_user.id as user_id, changed_user.version,
      changed_user.external_user_id,
      case when changed_user.external_user_id = any(changed_user.external_user_ids)
        then changed_user.external_user_ids
        else changed_user.external_user_id || changed_user.external_user_ids
      end as external_user_ids,
      changed_user.team_ids,
      changed_user.name, changed_user.timezone
  ) payload
`;
