-- Events on their way to JetStream, written in the transaction that changed the state.
create table outbox (
  id bigint generated always as identity primary key,
  message_id text not null,
  subject text not null,
  -- json, not jsonb: it keeps the text as written, which the relay sends untouched.
  payload json not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  failures integer not null default 0,
  published_at timestamptz,
  stream text,
  stream_seq bigint
);

create index outbox_unpublished on outbox (id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;

-- The last known state of each stream: a different `created`, or a lower last_seq, means that messages are gone.
create table outbox_stream (
  stream text primary key,
  subject text not null,
  created text not null,
  last_seq bigint not null
);
