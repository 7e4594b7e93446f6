-- Organizations, integrations and keys are small and read by ids of their own: on a distributed database they are
-- reference tables.

create table organizations (
  id uuid primary key,
  name text not null,
  created_date timestamptz not null default now()
);

create table integrations (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  name text not null,
  crm text,
  source text not null,
  source_id text not null,
  cadences text[] not null,
  review_days integer not null check (review_days >= 0),
  categories jsonb,
  -- Days for which transcripts and texts are kept; null: for good.
  text_days integer check (text_days > 0),
  removes_card_numbers boolean not null default true,
  signals boolean not null default true,
  -- Whether agents are mailed that an agenda is ready.
  agenda_mails boolean not null default true,
  -- HOST or HOST:PORT of private stores that its recordings may be fetched from.
  allowed_hosts text[] not null default '{}',
  -- What it may use, by the names of the contract; null, or none, sets no limit.
  quotas jsonb not null default '{}',
  created_date timestamptz not null default now(),
  -- Counts the changes, so that consumers that receive them in another order keep the newest.
  version integer not null default 1
);

create index integrations_of_organization on integrations (organization_id, created_date, id);

create table api_keys (
  id uuid primary key,
  integration_id uuid not null references integrations (id),
  name text not null,
  access text not null check (access in ('read-only', 'read-write')),
  -- Of the whole key as shown once; the key itself is stored nowhere.
  sha256 bytea not null unique check (length(sha256) = 32),
  created_date timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

create index api_keys_of_integration on api_keys (integration_id, created_date, id);

-- The e-mails of each integration's present day, against its quota.
create table mail_use (
  integration_id uuid primary key,
  day timestamptz not null,
  mails integer not null
);

create table key_uses (
  key_id uuid not null references api_keys (id),
  -- In UTC.
  day date not null,
  uses bigint not null check (uses > 0),
  primary key (key_id, day)
);

-- The tables below have no foreign key to integrations: its check would lock the one row of a busy integration in
-- every submission. The scope comes from a verified key, and resolving joins integrations anyway.
-- Columns ending in _key hold text folded by the service for matching, so that upper and lower case do not depend
-- on the locale of the database.

-- What searches are indexed by: hashes of texts that begin with the tenant, so that the time a search takes tells
-- nothing of what other tenants hold, and with a block of its list, so that a page comes from the next blocks in which
-- something is found, however much there is elsewhere. Each is exact only together with a comparison of the text itself.

create function text_hashes(tenant uuid, block bigint, texts text[]) returns bigint[]
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  seed constant bigint := uuid_hash_extended(tenant, block);
  hashes bigint[] := '{}';
  one text;
begin
  foreach one in array texts loop
    hashes := hashes || hashtextextended(one, seed);
  end loop;
  return hashes;
end $$;

-- Of every three characters in a row. pg_trgm would take only the letters that the locale of the database knows:
-- under C, which the embedded Postgres has, none of 李小龙.
create function part_hashes(tenant uuid, block bigint, whole text) returns bigint[]
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  seed constant bigint := uuid_hash_extended(tenant, block);
  hashes bigint[] := '{}';
begin
  for position in 1 .. length(whole) - 2 loop
    hashes := hashes || hashtextextended(substr(whole, position, 3), seed);
  end loop;
  return hashes;
end $$;

-- Gives a row its place in the list of its integration, counted from 0; 4,096 places are a block. Of two rows in
-- different blocks, the one in the earlier block has the earlier created_date, also after the clock was set back: so
-- a block only begins at the end of the list and with a later created_date. Inserts are serialized per integration, and
-- each query here sees what was committed, or inserted by the same statement, before.
create function take_place() returns trigger language plpgsql as $$
declare
  before_place bigint;
  before_date timestamptz;
  is_last boolean;
begin
  -- Not by `execute`, which would plan it for each row.
  if tg_table_name = 'users' then
    select place, created_date into before_place, before_date from users
    where integration_id = new.integration_id and created_date <= new.created_date
    order by created_date desc, id desc limit 1;
  else
    select place, created_date into before_place, before_date from contacts
    where integration_id = new.integration_id and created_date <= new.created_date
    order by created_date desc, id desc limit 1;
  end if;
  new.place := coalesce(before_place + 1, 0);
  if new.place % 4096 = 0 and before_place is not null then
    execute format(
      'select not exists (select from %I.%I where integration_id = $1 and created_date > $2)',
      tg_table_schema, tg_table_name)
      into is_last using new.integration_id, new.created_date;
    if before_date = new.created_date or not is_last then
      new.place := before_place;
    end if;
  end if;
  return new;
end $$;

create table users (
  integration_id uuid not null,
  id uuid not null,
  -- The id clients see; user_identities holds it too, beside other ids the user is known by.
  external_user_id text not null,
  -- All ids of user_identities. They and the teams stand in the user's row too: a statement that has waited for the
  -- row's lock sees the row as it is then but other tables as they were before, and user.changed must be true then.
  external_user_ids text[] not null,
  team_ids uuid[] not null default '{}',
  name text not null,
  name_key text not null,
  email text not null,
  email_key text not null,
  timezone text,
  picture text,
  -- False: no profile of the user is inferred.
  signal boolean not null default true,
  created_date timestamptz not null default now(),
  -- In the list: take_place.
  place bigint not null,
  -- Counts the changes of the user, so that consumers that receive them in another order keep the newest.
  version integer not null default 1,
  primary key (integration_id, id),
  constraint users_email_once unique (integration_id, email_key)
);

create trigger users_take_place before insert on users
  for each row when (new.place is null) execute function take_place();

-- name_key rides along so that a search for a short part of a name reads the index alone.
create index users_in_order on users (integration_id, created_date, id) include (name_key);
-- Not deferred into a list that every search would have to read, whoever's entries it holds.
create index users_by_name on users using gin (part_hashes(integration_id, place / 4096, name_key)) with (fastupdate = off);
-- The planner is shown no hash that it could compare with, and each costs time to analyze.
alter index users_by_name alter column 1 set statistics 0;

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

create table teams (
  integration_id uuid not null,
  id uuid not null,
  name text not null,
  created_date timestamptz not null default now(),
  primary key (integration_id, id)
);

create index teams_in_order on teams (integration_id, created_date, id);

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
  -- A search may give a number without its country code or with a zero in brackets, as it was written: such a number
  -- is found by its digits alone.
  phone_plain text generated always as (regexp_replace(phone, '[^0-9]', '', 'g')) stored,
  -- Null until given; an empty list was given as such.
  emails text[],
  email_keys text[],
  stage text,
  stage_id text,
  source text,
  source_id text,
  tags text[],
  created_date timestamptz not null default now(),
  -- In the list: take_place.
  place bigint not null,
  primary key (integration_id, id),
  constraint contacts_external_id_once unique (integration_id, external_contact_id)
);

create trigger contacts_take_place before insert on contacts
  for each row when (new.place is null) execute function take_place();

create index contacts_in_order on contacts (integration_id, created_date, id) include (name_key);
create index contacts_by_phone on contacts (integration_id, phone_digits, created_date, id)
  where phone_digits is not null;
create index contacts_by_plain_phone on contacts (integration_id, phone_plain, created_date, id)
  where phone_plain is not null;
-- One index, so that where many have the name and many the e-mail, and nobody both, it need not read all of either.
create index contacts_by_name_and_email on contacts using gin (
  part_hashes(integration_id, place / 4096, name_key), text_hashes(integration_id, place / 4096, email_keys)
) with (fastupdate = off);
alter index contacts_by_name_and_email alter column 1 set statistics 0;
alter index contacts_by_name_and_email alter column 2 set statistics 0;

-- Every erasure, of any service: ids alone, besides `words` while it is not done everywhere. ERASURE_LIST keeps the ids
-- outside of the database as well.
create table erasure_list (
  integration_id uuid not null,
  subject_id uuid not null,
  erasure_id uuid not null,
  kind text not null check (kind in ('recording', 'contact', 'user')),
  with_recordings boolean not null,
  words text[] not null,
  requested_at timestamptz not null default now(),
  -- When the services were asked last, and how often.
  asked_at timestamptz not null default now(),
  requests integer not null default 1,
  -- Services that hold nothing of it any more.
  done text[] not null default '{}',
  finished_at timestamptz,
  primary key (integration_id, subject_id)
);

create index erasure_list_by_receipt on erasure_list (erasure_id);
create index erasure_list_newest on erasure_list (requested_at);
create index erasure_list_open on erasure_list (asked_at) where finished_at is null;
