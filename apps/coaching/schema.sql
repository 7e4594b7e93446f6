-- Generated from the migrations by packages/database/src/dump-schema.ts; do not edit.

create table analyses (
  integration_id uuid not null,
  recording_id uuid not null,
  analysis_id uuid not null,
  attempt integer not null,
  kind text not null,
  user_id uuid not null,
  occurred_at timestamp with time zone not null,
  rating double precision,
  body json not null,
  created_date timestamp with time zone default now() not null,
  constraint analyses_pkey PRIMARY KEY (integration_id, recording_id),
  constraint analyses_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'roleplay'::text])))
);

create table inbox (
  consumer text not null,
  message_id text not null,
  received_at timestamp with time zone default now() not null,
  constraint inbox_pkey PRIMARY KEY (consumer, message_id)
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
  constraint outbox_stream_pkey PRIMARY KEY (stream)
);

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

CREATE INDEX analyses_by_user ON analyses USING btree (integration_id, user_id, occurred_at);

CREATE INDEX inbox_received_at ON inbox USING btree (received_at);

CREATE INDEX outbox_published ON outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished ON outbox USING btree (id) WHERE (published_at IS NULL);
