-- Events that can never be handled: they do not fit their contract, or what they are about cannot be.
create table rejected_events (
  id bigint generated always as identity primary key,
  subject text not null,
  message_id text not null,
  reason text not null,
  payload text not null,
  -- The payload was longer than what is kept of it.
  is_truncated boolean not null,
  created_at timestamptz not null default now(),
  unique (subject, message_id)
);
