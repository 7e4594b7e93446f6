-- Generated from the migrations by packages/database/src/dump-schema.ts; do not edit.

create table account_links (
  id uuid not null,
  account_id uuid not null,
  purpose text not null,
  token_sha256 bytea,
  created_date timestamp with time zone default now() not null,
  expires_date timestamp with time zone not null,
  used_date timestamp with time zone,
  constraint account_links_pkey PRIMARY KEY (id),
  constraint account_links_token_sha256_key UNIQUE (token_sha256),
  constraint account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['password'::text, 'sign-in'::text]))),
  constraint account_links_token_sha256_check CHECK ((length(token_sha256) = 32))
);

create table accounts (
  id uuid not null,
  email text not null,
  email_key text not null,
  name text not null,
  password_hash text,
  proven_date timestamp with time zone,
  created_date timestamp with time zone default now() not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key_key UNIQUE (email_key)
);

create table agenda_mails (
  integration_id uuid not null,
  agenda_id uuid not null,
  user_id uuid not null,
  title text not null,
  agenda_url text not null,
  review_period_end date not null,
  sent_at timestamp with time zone,
  constraint agenda_mails_pkey PRIMARY KEY (integration_id, agenda_id)
);

create table api_keys (
  id uuid not null,
  integration_id uuid not null,
  name text not null,
  access text not null,
  sha256 bytea not null,
  created_date timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_sha256_key UNIQUE (sha256),
  constraint api_keys_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id),
  constraint api_keys_access_check CHECK ((access = ANY (ARRAY['read-only'::text, 'read-write'::text]))),
  constraint api_keys_sha256_check CHECK ((length(sha256) = 32))
);

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
  phone_plain text generated always as (regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text)) stored,
  emails text[],
  email_keys text[],
  stage text,
  stage_id text,
  source text,
  source_id text,
  tags text[],
  created_date timestamp with time zone default now() not null,
  place bigint not null,
  constraint contacts_pkey PRIMARY KEY (integration_id, id),
  constraint contacts_external_id_once UNIQUE (integration_id, external_contact_id)
);

create table erasure_list (
  integration_id uuid not null,
  subject_id uuid not null,
  erasure_id uuid not null,
  kind text not null,
  with_recordings boolean not null,
  words text[] not null,
  requested_at timestamp with time zone default now() not null,
  asked_at timestamp with time zone default now() not null,
  requests integer default 1 not null,
  done text[] default '{}'::text[] not null,
  finished_at timestamp with time zone,
  constraint erasure_list_pkey PRIMARY KEY (integration_id, subject_id),
  constraint erasure_list_kind_check CHECK ((kind = ANY (ARRAY['recording'::text, 'contact'::text, 'user'::text])))
);

create table erasures (
  integration_id uuid not null,
  subject_id uuid not null,
  erasure_id uuid not null,
  kind text not null,
  with_recordings boolean not null,
  words text[] not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  finished_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY (integration_id, subject_id),
  constraint erasures_check CHECK (((finished_at IS NULL) OR (cardinality(words) = 0))),
  constraint erasures_kind_check CHECK ((kind = ANY (ARRAY['recording'::text, 'contact'::text, 'user'::text])))
);

create table integrations (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  crm text,
  source text not null,
  source_id text not null,
  cadences text[] not null,
  review_days integer not null,
  categories jsonb,
  text_days integer,
  removes_card_numbers boolean default true not null,
  signals boolean default true not null,
  agenda_mails boolean default true not null,
  allowed_hosts text[] default '{}'::text[] not null,
  quotas jsonb default '{}'::jsonb not null,
  created_date timestamp with time zone default now() not null,
  version integer default 1 not null,
  speech_engine text,
  audio_days integer,
  constraint integrations_pkey PRIMARY KEY (id),
  constraint integrations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint integrations_audio_days_check CHECK ((audio_days >= 0)),
  constraint integrations_review_days_check CHECK ((review_days >= 0)),
  constraint integrations_text_days_check CHECK ((text_days > 0))
);

create table invitations (
  integration_id uuid not null,
  id uuid not null,
  email text not null,
  email_key text not null,
  external_user_id text not null,
  name text,
  first_name text,
  role text not null,
  status text default 'PENDING'::text not null,
  invited_by_user_id uuid not null,
  created_date timestamp with time zone default now() not null,
  expires_date timestamp with time zone not null,
  ended_date timestamp with time zone,
  accepted_user_id uuid,
  mails integer default 1 not null,
  email_sent_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (integration_id, id),
  constraint invitations_check CHECK (((status = 'PENDING'::text) = (ended_date IS NULL))),
  constraint invitations_check1 CHECK (((status = 'ACCEPTED'::text) = (accepted_user_id IS NOT NULL))),
  constraint invitations_mails_check CHECK ((mails >= 1)),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text]))),
  constraint invitations_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'EXPIRED'::text, 'REVOKED'::text])))
);

create table key_uses (
  key_id uuid not null,
  day date not null,
  uses bigint not null,
  constraint key_uses_pkey PRIMARY KEY (key_id, day),
  constraint key_uses_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint key_uses_uses_check CHECK ((uses > 0))
);

create table mail_use (
  integration_id uuid not null,
  day timestamp with time zone not null,
  mails integer not null,
  constraint mail_use_pkey PRIMARY KEY (integration_id)
);

create table memberships (
  id uuid not null,
  account_id uuid not null,
  organization_id uuid not null,
  integration_id uuid,
  role text not null,
  user_id uuid,
  created_date timestamp with time zone default now() not null,
  constraint memberships_pkey PRIMARY KEY (id),
  constraint memberships_once UNIQUE NULLS NOT DISTINCT (account_id, organization_id, integration_id),
  constraint memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint memberships_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint memberships_check CHECK (((role = 'owner'::text) = (integration_id IS NULL))),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
);

create table organizations (
  id uuid not null,
  name text not null,
  created_date timestamp with time zone default now() not null,
  constraint organizations_pkey PRIMARY KEY (id)
);

create table outbox (
  id bigint generated always as identity not null,
  message_id text not null,
  subject text not null,
  payload json not null,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone default now() not null,
  failures integer default 0 not null,
  published_at timestamp with time zone,
  stream text,
  stream_seq bigint,
  constraint outbox_pkey PRIMARY KEY (id)
);

create table outbox_stream (
  stream text not null,
  subject text not null,
  created text not null,
  last_seq bigint not null,
  server text,
  constraint outbox_stream_pkey PRIMARY KEY (stream)
);

create table rebuilds (
  kind text not null,
  id uuid not null,
  integration_id uuid,
  started_at timestamp with time zone default clock_timestamp() not null,
  finished_at timestamp with time zone,
  "position" jsonb,
  rows bigint default 0 not null,
  changed bigint default 0 not null,
  removed bigint default 0 not null,
  waits_for text,
  waiting_since timestamp with time zone,
  constraint rebuilds_pkey PRIMARY KEY (kind)
);

create table rejected_events (
  id bigint generated always as identity not null,
  subject text not null,
  message_id text not null,
  reason text not null,
  payload text not null,
  is_truncated boolean not null,
  created_at timestamp with time zone default now() not null,
  constraint rejected_events_pkey PRIMARY KEY (id),
  constraint rejected_events_subject_message_id_key UNIQUE (subject, message_id)
);

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table sessions (
  id uuid not null,
  token_sha256 bytea not null,
  account_id uuid not null,
  integration_id uuid,
  browser text not null,
  address text not null,
  created_date timestamp with time zone default now() not null,
  seen_date timestamp with time zone default now() not null,
  expires_date timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_sha256_key UNIQUE (token_sha256),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint sessions_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id),
  constraint sessions_token_sha256_check CHECK ((length(token_sha256) = 32))
);

create table sign_in_attempts (
  key bytea not null,
  attempts integer not null,
  until_date timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (key),
  constraint sign_in_attempts_key_check CHECK ((length(key) = 32))
);

create table teams (
  integration_id uuid not null,
  id uuid not null,
  name text not null,
  created_date timestamp with time zone default now() not null,
  constraint teams_pkey PRIMARY KEY (integration_id, id)
);

create table user_identities (
  integration_id uuid not null,
  external_user_id text not null,
  user_id uuid not null,
  created_date timestamp with time zone default now() not null,
  constraint user_identities_pkey PRIMARY KEY (integration_id, external_user_id),
  constraint user_identities_integration_id_user_id_fkey FOREIGN KEY (integration_id, user_id) REFERENCES users(integration_id, id) ON DELETE CASCADE
);

create table users (
  integration_id uuid not null,
  id uuid not null,
  external_user_id text not null,
  external_user_ids text[] not null,
  team_ids uuid[] default '{}'::uuid[] not null,
  name text not null,
  name_key text not null,
  email text not null,
  email_key text not null,
  timezone text,
  picture text,
  signal boolean default true not null,
  created_date timestamp with time zone default now() not null,
  place bigint not null,
  version integer default 1 not null,
  constraint users_pkey PRIMARY KEY (integration_id, id),
  constraint users_email_once UNIQUE (integration_id, email_key)
);

CREATE INDEX account_links_of_account ON account_links USING btree (account_id);

CREATE INDEX account_links_to_remove ON account_links USING btree (expires_date);

CREATE INDEX api_keys_of_integration ON api_keys USING btree (integration_id, created_date, id);

CREATE INDEX contacts_by_name_and_email ON contacts USING gin (part_hashes(integration_id, (place / 4096), name_key), text_hashes(integration_id, (place / 4096), email_keys)) WITH (fastupdate=off);

CREATE INDEX contacts_by_phone ON contacts USING btree (integration_id, phone_digits, created_date, id) WHERE (phone_digits IS NOT NULL);

CREATE INDEX contacts_by_plain_phone ON contacts USING btree (integration_id, phone_plain, created_date, id) WHERE (phone_plain IS NOT NULL);

CREATE INDEX contacts_in_order ON contacts USING btree (integration_id, created_date, id) INCLUDE (name_key);

CREATE INDEX erasure_list_by_receipt ON erasure_list USING btree (erasure_id);

CREATE INDEX erasure_list_newest ON erasure_list USING btree (requested_at);

CREATE INDEX erasure_list_open ON erasure_list USING btree (asked_at) WHERE (finished_at IS NULL);

CREATE INDEX erasures_open ON erasures USING btree (due_at) WHERE (finished_at IS NULL);

CREATE INDEX integrations_of_organization ON integrations USING btree (organization_id, created_date, id);

CREATE INDEX invitations_in_order ON invitations USING btree (integration_id, created_date, id, expires_date) WHERE (status = 'PENDING'::text);

CREATE UNIQUE INDEX invitations_pending_once ON invitations USING btree (integration_id, email_key) WHERE (status = 'PENDING'::text);

CREATE INDEX invitations_to_expire ON invitations USING btree (expires_date) WHERE (status = 'PENDING'::text);

CREATE INDEX memberships_in_order ON memberships USING btree (organization_id, created_date, id);

CREATE INDEX memberships_of_integration ON memberships USING btree (integration_id, user_id) WHERE (integration_id IS NOT NULL);

CREATE INDEX outbox_published ON outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished ON outbox USING btree (id) WHERE (published_at IS NULL);

CREATE INDEX sessions_of_account ON sessions USING btree (account_id);

CREATE INDEX sessions_to_remove ON sessions USING btree (seen_date);

CREATE INDEX sign_in_attempts_to_remove ON sign_in_attempts USING btree (until_date);

CREATE INDEX teams_in_order ON teams USING btree (integration_id, created_date, id);

CREATE INDEX user_identities_of_user ON user_identities USING btree (integration_id, user_id);

CREATE INDEX users_by_name ON users USING gin (part_hashes(integration_id, (place / 4096), name_key)) WITH (fastupdate=off);

CREATE INDEX users_in_order ON users USING btree (integration_id, created_date, id) INCLUDE (name_key);

CREATE OR REPLACE FUNCTION part_hashes(tenant uuid, block bigint, whole text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
declare
  seed constant bigint := uuid_hash_extended(tenant, block);
  hashes bigint[] := '{}';
begin
  for position in 1 .. length(whole) - 2 loop
    hashes := hashes || hashtextextended(substr(whole, position, 3), seed);
  end loop;
  return hashes;
end $function$;

CREATE OR REPLACE FUNCTION take_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION text_hashes(tenant uuid, block bigint, texts text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
declare
  seed constant bigint := uuid_hash_extended(tenant, block);
  hashes bigint[] := '{}';
  one text;
begin
  foreach one in array texts loop
    hashes := hashes || hashtextextended(one, seed);
  end loop;
  return hashes;
end $function$;

CREATE TRIGGER contacts_take_place BEFORE INSERT ON contacts FOR EACH ROW WHEN ((new.place IS NULL)) EXECUTE FUNCTION take_place();

CREATE TRIGGER users_take_place BEFORE INSERT ON users FOR EACH ROW WHEN ((new.place IS NULL)) EXECUTE FUNCTION take_place();
