create table lease_clock (
  one boolean primary key default true check (one),
  at timestamptz not null default clock_timestamp(),
  beat_at timestamptz not null default clock_timestamp()
);
insert into lease_clock default values;

create table tasks (
  integration_id uuid not null,
  id uuid not null,
  attempt integer not null default 1,
  queued_at timestamptz not null default clock_timestamp(),
  failures integer not null default 0,
  losses integer not null default 0,
  claimed_at timestamptz,
  claimed_by uuid,
  lease_until timestamptz,
  deadline_at timestamptz,
  paused_at timestamptz,
  due_at timestamptz,
  waits_for text,
  waiting_since timestamptz,
  primary key (integration_id, id)
);
create index tasks_ready on tasks (integration_id, queued_at, id) where claimed_at is null and due_at is null;
create index tasks_delayed on tasks (integration_id, due_at) where claimed_at is null and due_at is not null;
-- For reports on everything that waits, as the services have one: a claim must not use it.
create index tasks_waiting on tasks (integration_id, queued_at) where claimed_at is null;
create index tasks_claimed on tasks (integration_id) where claimed_at is not null;
create index tasks_blocked on tasks (waiting_since) where claimed_at is null and waits_for is not null;
