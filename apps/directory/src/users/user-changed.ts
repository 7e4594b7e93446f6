import { userChanged } from '@debrief/contracts/events/directory';
import { type RawBuilder, sql } from 'kysely';

/** Columns of the outbox that `userChangedRows` fills, in its order. */
export const userChangedColumns = ['message_id', 'subject', 'payload'] as const;

/** A row of the outbox for each row of `changed_user`, a step of the statement with the columns of `users`. */
export const userChangedRows: RawBuilder<unknown> = sql`
  select gen_random_uuid()::text, ${sql.lit(userChanged.subject)}, row_to_json(payload)
  from changed_user
  cross join lateral (
    select changed_user.integration_id, changed_user.id as user_id, changed_user.version,
      changed_user.external_user_id, changed_user.external_user_ids, changed_user.team_ids,
      changed_user.name, changed_user.timezone
  ) payload
`;
