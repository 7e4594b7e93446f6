-- The latest rebuild of each kind of copy that the service keeps of others: everything up to `position` is done.
create table rebuilds (
  kind text primary key,
  id uuid not null,
  integration_id uuid,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  position jsonb,
  rows bigint not null default 0,
  changed bigint not null default 0,
  removed bigint not null default 0,
  -- An owner that does not answer, or a fault.
  waits_for text,
  waiting_since timestamptz
);
