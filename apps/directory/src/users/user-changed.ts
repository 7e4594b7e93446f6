import { userChanged } from '@debrief/contracts/events/directory';
import { type RawBuilder, sql } from 'kysely';

/** What is told of the user `r` to those who keep a copy, in the order of the contract. */
export function userFact(r: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${r}.${name}`);
  return sql`
    select ${column('integration_id')}, ${column('id')} as user_id, ${column('version')},
      ${column('external_user_id')}, ${column('external_user_ids')}, ${column('team_ids')},
      ${column('name')}, ${column('timezone')}, ${column('signal')}
  `;
}

/** Appends `user.changed` for each row of the statement's CTE `changed_user`, which has the columns of `users`. */
export const insertUserChanged: RawBuilder<unknown> = sql`
  insert into outbox (message_id, subject, payload)
  select gen_random_uuid()::text, ${sql.lit(userChanged.subject)}, row_to_json(payload)
  from changed_user
  cross join lateral (${userFact('changed_user')}) payload
`;

/** The same for each row of `removed_user`, whose users are gone. */
export const insertUserRemoved: RawBuilder<unknown> = sql`
  insert into outbox (message_id, subject, payload)
  select gen_random_uuid()::text, ${sql.lit(userChanged.subject)}, json_build_object(
    'integration_id', integration_id, 'user_id', id, 'version', version + 1, 'external_user_id', '',
    'external_user_ids', '[]'::json, 'team_ids', '[]'::json, 'name', '', 'timezone', null, 'removed', true
  )
  from removed_user
`;
