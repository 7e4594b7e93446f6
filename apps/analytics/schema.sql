-- Generated from the migrations by packages/database/src/dump-schema.ts; do not edit.

create table agents (
  integration_id uuid not null,
  user_id uuid not null,
  version bigint not null,
  team_ids text[] not null,
  constraint agents_pkey PRIMARY KEY (integration_id, user_id)
);

create table call_facts (
  integration_id uuid not null,
  recording_id uuid not null,
  organization_id uuid not null,
  attempt integer not null,
  kind text not null,
  status text not null,
  user_id uuid,
  contact_id uuid,
  external_user_id text,
  external_contact_id text,
  ai_category text not null,
  incoming boolean,
  duration_seconds double precision not null,
  source_id text,
  stage_id text,
  occurred_at timestamp with time zone not null,
  created_date timestamp with time zone not null,
  analyzed boolean default false not null,
  rerun_id uuid,
  rating double precision,
  outcomes text[] default '{}'::text[] not null,
  objections text[] default '{}'::text[] not null,
  talk_ratio numeric,
  longest_monologue_seconds numeric,
  longest_customer_story_seconds numeric,
  interactivity numeric,
  patience_seconds numeric,
  questions_per_hour numeric,
  filler_words_per_minute numeric,
  words_per_minute numeric,
  interruptions_per_hour numeric,
  overlap_ratio numeric,
  silence_ratio numeric,
  error_code text,
  is_erased boolean default false not null,
  constraint call_facts_pkey PRIMARY KEY (integration_id, recording_id),
  constraint call_facts_check CHECK ((is_erased OR (num_nulls(user_id, contact_id, external_user_id, external_contact_id) = 0))),
  constraint call_facts_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'roleplay'::text]))),
  constraint call_facts_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text])))
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

CREATE INDEX call_facts_by_contact ON call_facts USING btree (integration_id, contact_id, occurred_at);

CREATE INDEX call_facts_by_time ON call_facts USING btree (integration_id, occurred_at);

CREATE INDEX call_facts_by_user ON call_facts USING btree (integration_id, user_id, occurred_at);

CREATE INDEX erasures_open ON erasures USING btree (due_at) WHERE (finished_at IS NULL);

CREATE INDEX outbox_published ON outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished ON outbox USING btree (id) WHERE (published_at IS NULL);
