-- What docker/init-postgres.sh makes, for CloudNativePG: a role for each service, without its password, which the
-- cluster sets; its schemas; and its audit trail, which it may add to and read.

create role directory login;
alter role directory set log_error_verbosity = terse;
create schema authorization directory;
create schema directory_jobs authorization directory;
create schema directory_audit;
set search_path = directory_audit;
-- Who did what, when, on what and from where; never the content. Made in a schema of its own by whoever makes the roles:
-- a service's role may insert and select, and owns neither the table nor its schema.
create table if not exists entries (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  -- What was done, as key.revoked, or the command that an operator gave, as directory.keys.revoke.
  action text not null,
  -- Null: nobody said who.
  actor_kind text,
  actor_id text,
  actor_from text,
  integration_id uuid,
  -- The id of what it was done to.
  target text,
  -- Names of settings, numbers and choices.
  details json not null default '{}',
  request_id text not null
);
create index if not exists entries_in_order on entries (at, id);
create index if not exists entries_of_integration on entries (integration_id, at, id);
grant usage on schema directory_audit to directory;
grant insert, select on entries to directory;

create role ingest login;
alter role ingest set log_error_verbosity = terse;
create schema authorization ingest;
create schema ingest_jobs authorization ingest;
create schema ingest_audit;
set search_path = ingest_audit;
-- Who did what, when, on what and from where; never the content. Made in a schema of its own by whoever makes the roles:
-- a service's role may insert and select, and owns neither the table nor its schema.
create table if not exists entries (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  -- What was done, as key.revoked, or the command that an operator gave, as directory.keys.revoke.
  action text not null,
  -- Null: nobody said who.
  actor_kind text,
  actor_id text,
  actor_from text,
  integration_id uuid,
  -- The id of what it was done to.
  target text,
  -- Names of settings, numbers and choices.
  details json not null default '{}',
  request_id text not null
);
create index if not exists entries_in_order on entries (at, id);
create index if not exists entries_of_integration on entries (integration_id, at, id);
grant usage on schema ingest_audit to ingest;
grant insert, select on entries to ingest;

create role coaching login;
alter role coaching set log_error_verbosity = terse;
create schema authorization coaching;
create schema coaching_jobs authorization coaching;
create schema coaching_audit;
set search_path = coaching_audit;
-- Who did what, when, on what and from where; never the content. Made in a schema of its own by whoever makes the roles:
-- a service's role may insert and select, and owns neither the table nor its schema.
create table if not exists entries (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  -- What was done, as key.revoked, or the command that an operator gave, as directory.keys.revoke.
  action text not null,
  -- Null: nobody said who.
  actor_kind text,
  actor_id text,
  actor_from text,
  integration_id uuid,
  -- The id of what it was done to.
  target text,
  -- Names of settings, numbers and choices.
  details json not null default '{}',
  request_id text not null
);
create index if not exists entries_in_order on entries (at, id);
create index if not exists entries_of_integration on entries (integration_id, at, id);
grant usage on schema coaching_audit to coaching;
grant insert, select on entries to coaching;

create role analytics login;
alter role analytics set log_error_verbosity = terse;
create schema authorization analytics;
create schema analytics_jobs authorization analytics;
create schema analytics_audit;
set search_path = analytics_audit;
-- Who did what, when, on what and from where; never the content. Made in a schema of its own by whoever makes the roles:
-- a service's role may insert and select, and owns neither the table nor its schema.
create table if not exists entries (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  -- What was done, as key.revoked, or the command that an operator gave, as directory.keys.revoke.
  action text not null,
  -- Null: nobody said who.
  actor_kind text,
  actor_id text,
  actor_from text,
  integration_id uuid,
  -- The id of what it was done to.
  target text,
  -- Names of settings, numbers and choices.
  details json not null default '{}',
  request_id text not null
);
create index if not exists entries_in_order on entries (at, id);
create index if not exists entries_of_integration on entries (integration_id, at, id);
grant usage on schema analytics_audit to analytics;
grant insert, select on entries to analytics;

set search_path = public;
revoke all on schema public from public;
