-- Every change of a user raises its version, so that whoever hears of the changes in another order keeps the newest.
-- The ids of user_identities stand in the user's row too: a statement that has waited for the row's lock sees the row
-- as it is then but other tables as they were before, and what it tells of the user must be what is true then.
alter table users
  add column version integer not null default 1,
  add column external_user_ids text[] not null default '{}';

update users set external_user_ids = array(
  select identity.external_user_id
  from user_identities identity
  where identity.integration_id = users.integration_id and identity.user_id = users.id
  order by identity.created_date, identity.external_user_id
);

insert into outbox (message_id, subject, payload)
select gen_random_uuid()::text, 'user.changed', row_to_json(payload)
from users
cross join lateral (
  select users.integration_id, users.id as user_id, users.version, users.external_user_id, users.external_user_ids,
    '{}'::text[] as team_ids, users.name, users.timezone
) payload
order by users.integration_id, users.created_date, users.id;

-- A search may write a number without its country code or with a zero in brackets, as it was given: such a one is
-- found by the digits alone.
alter table contacts
  add column phone_plain text generated always as (regexp_replace(phone, '[^0-9]', '', 'g')) stored;

create index contacts_by_plain_phone on contacts (integration_id, phone_plain) where phone_plain is not null;
