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
