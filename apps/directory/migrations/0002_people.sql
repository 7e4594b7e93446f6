-- No foreign key to integrations here: its check would lock the one row of a busy integration in every
-- submission. The scope comes from a verified key, and resolving joins integrations anyway.
-- Columns ending in _key hold text folded by the service for matching, so that upper and lower case do not depend
-- on the locale of the database.

create table users (
  integration_id uuid not null,
  id uuid not null,
  -- The id clients see; user_identities holds it too, beside other ids the user is known by.
  external_user_id text not null,
  name text not null,
  name_key text not null,
  email text not null,
  email_key text not null,
  timezone text,
  picture text,
  created_date timestamptz not null default now(),
  primary key (integration_id, id),
  constraint users_email_once unique (integration_id, email_key)
);

-- name_key rides along so that a search for a part of a name reads the index alone.
create index users_in_order on users (integration_id, created_date, id) include (name_key);

-- Every external id that means a user at present: one user per id, possibly several ids per user.
create table user_identities (
  integration_id uuid not null,
  external_user_id text not null,
  user_id uuid not null,
  created_date timestamptz not null default now(),
  primary key (integration_id, external_user_id),
  foreign key (integration_id, user_id) references users (integration_id, id) on delete cascade
);

create index user_identities_of_user on user_identities (integration_id, user_id);

create table contacts (
  integration_id uuid not null,
  id uuid not null,
  external_contact_id text not null,
  name text not null,
  name_key text not null,
  first_name text,
  last_name text,
  phone text,
  phone_digits text,
  -- Null until given; an empty list was given as such.
  emails text[],
  email_keys text[],
  stage text,
  stage_id text,
  source text,
  source_id text,
  tags text[],
  created_date timestamptz not null default now(),
  primary key (integration_id, id),
  constraint contacts_external_id_once unique (integration_id, external_contact_id)
);

create index contacts_in_order on contacts (integration_id, created_date, id) include (name_key);
create index contacts_by_phone on contacts (integration_id, phone_digits) where phone_digits is not null;
create index contacts_by_email on contacts using gin (email_keys) where email_keys is not null;
