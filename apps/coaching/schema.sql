-- Generated from the migrations by packages/database/src/dump-schema.ts; do not edit.

create table agendas (
  integration_id uuid not null,
  id uuid not null,
  period_id uuid not null,
  user_id uuid,
  external_user_id text not null,
  title text,
  generation_status text default 'queued'::text not null,
  content json,
  completed_at timestamp with time zone,
  answers json,
  summary text,
  created_date timestamp with time zone default now() not null,
  updated_date timestamp with time zone default now() not null,
  draft json,
  constraint agendas_pkey PRIMARY KEY (integration_id, id),
  constraint agendas_once_a_user UNIQUE (integration_id, period_id, user_id),
  constraint agendas_once_an_external_user UNIQUE (integration_id, period_id, external_user_id),
  constraint agendas_integration_id_period_id_fkey FOREIGN KEY (integration_id, period_id) REFERENCES periods(integration_id, id),
  constraint agendas_completed_with_answers CHECK ((((completed_at IS NULL) = (answers IS NULL)) OR ((answers IS NULL) AND (user_id IS NULL)))),
  constraint agendas_content_check CHECK ((json_typeof(content) = 'object'::text)),
  constraint agendas_draft_before_answers CHECK (((draft IS NULL) OR ((answers IS NULL) AND (content IS NOT NULL)))),
  constraint agendas_generation_status_check CHECK ((generation_status = ANY (ARRAY['queued'::text, 'processing'::text, 'ready'::text, 'failed'::text, 'not_eligible'::text]))),
  constraint agendas_ready_with_content CHECK (((generation_status <> 'ready'::text) OR (content IS NOT NULL) OR (user_id IS NULL))),
  constraint agendas_summary_of_answers CHECK (((summary IS NULL) OR (answers IS NOT NULL)))
);

create table agent_mappings (
  integration_id uuid not null,
  external_user_id text not null,
  user_id uuid not null,
  constraint agent_mappings_pkey PRIMARY KEY (integration_id, external_user_id, user_id),
  constraint agent_mappings_integration_id_user_id_fkey FOREIGN KEY (integration_id, user_id) REFERENCES agents(integration_id, user_id) ON DELETE CASCADE
);

create table agents (
  integration_id uuid not null,
  user_id uuid not null,
  version bigint not null,
  external_user_id text not null,
  name text not null,
  timezone text,
  signal boolean not null,
  constraint agents_pkey PRIMARY KEY (integration_id, user_id)
);

create table analyses (
  integration_id uuid not null,
  recording_id uuid not null,
  analysis_id uuid not null,
  attempt integer not null,
  kind text not null,
  user_id uuid not null,
  contact_id uuid not null,
  occurred_at timestamp with time zone not null,
  rating double precision,
  body json not null,
  rerun_id uuid,
  created_date timestamp with time zone default now() not null,
  recorded_date timestamp with time zone default now() not null,
  texts_removed_at timestamp with time zone,
  constraint analyses_pkey PRIMARY KEY (integration_id, recording_id),
  constraint analyses_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'roleplay'::text])))
);

create table analyses_due (
  integration_id uuid not null,
  id uuid not null,
  recording_attempt integer not null,
  recording json not null,
  transcript json not null,
  duration_seconds double precision not null,
  rerun_id uuid,
  attempt integer default 1 not null,
  queued_at timestamp with time zone default clock_timestamp() not null,
  received_at timestamp with time zone not null,
  failures integer default 0 not null,
  losses integer default 0 not null,
  claimed_at timestamp with time zone,
  claimed_by uuid,
  lease_until timestamp with time zone,
  deadline_at timestamp with time zone,
  paused_at timestamp with time zone,
  due_at timestamp with time zone,
  waits_for text,
  waiting_since timestamp with time zone,
  constraint analyses_due_pkey PRIMARY KEY (integration_id, id)
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

create table grown_speech (
  integration_id uuid not null,
  user_id uuid not null,
  constraint grown_speech_pkey PRIMARY KEY (integration_id, user_id)
);

create table integrations (
  integration_id uuid not null,
  organization_id uuid not null,
  version bigint not null,
  name text not null,
  crm text,
  source text not null,
  source_id text not null,
  cadences text[] not null,
  review_days integer not null,
  categories jsonb,
  text_days integer,
  removes_card_numbers boolean not null,
  signals boolean not null,
  created_date timestamp with time zone not null,
  audio_days integer,
  speech_engine text,
  constraint integrations_pkey PRIMARY KEY (integration_id)
);

create table lease_clock (
  one boolean default true not null,
  at timestamp with time zone default clock_timestamp() not null,
  beat_at timestamp with time zone default clock_timestamp() not null,
  constraint lease_clock_pkey PRIMARY KEY (one),
  constraint lease_clock_one_check CHECK (one)
);

create table marked_claims (
  integration_id uuid not null,
  recording_id uuid not null,
  claim_id text not null,
  indicator text default ''::text not null,
  member_id uuid not null,
  fault text not null,
  analysis_date timestamp with time zone not null,
  created_date timestamp with time zone default now() not null,
  constraint marked_claims_pkey PRIMARY KEY (integration_id, recording_id, analysis_date, claim_id, indicator, member_id),
  constraint marked_claims_integration_id_recording_id_fkey FOREIGN KEY (integration_id, recording_id) REFERENCES analyses(integration_id, recording_id) ON DELETE CASCADE,
  constraint marked_claims_fault_check CHECK ((fault = ANY (ARRAY['not_said'::text, 'means_otherwise'::text, 'said_by_other'::text, 'of_no_use'::text])))
);

create table model_readings (
  integration_id uuid not null,
  content_hash text not null,
  stretches json not null,
  created_date timestamp with time zone default now() not null,
  constraint model_readings_pkey PRIMARY KEY (integration_id, content_hash)
);

create table model_usage (
  integration_id uuid not null,
  day date not null,
  tokens bigint not null,
  money numeric(18,6) not null,
  constraint model_usage_pkey PRIMARY KEY (integration_id, day),
  constraint model_usage_money_check CHECK ((money >= (0)::numeric)),
  constraint model_usage_tokens_check CHECK ((tokens >= 0))
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

create table past_analyses (
  integration_id uuid not null,
  recording_id uuid not null,
  replaced_date timestamp with time zone default clock_timestamp() not null,
  attempt integer not null,
  rating double precision,
  body json not null,
  created_date timestamp with time zone not null,
  constraint past_analyses_pkey PRIMARY KEY (integration_id, recording_id, replaced_date)
);

create table period_schedules (
  integration_id uuid not null,
  cadence text not null,
  next_start date not null,
  constraint period_schedules_pkey PRIMARY KEY (integration_id, cadence),
  constraint period_schedules_cadence_check CHECK ((cadence = ANY (ARRAY['weekly'::text, 'semimonthly'::text, 'monthly'::text])))
);

create table periods (
  integration_id uuid not null,
  id uuid not null,
  cadence text not null,
  period_start date not null,
  period_end date not null,
  review_period_end date not null,
  digest json,
  created_date timestamp with time zone default now() not null,
  updated_date timestamp with time zone default now() not null,
  constraint periods_pkey PRIMARY KEY (integration_id, id),
  constraint periods_once UNIQUE (integration_id, cadence, period_start),
  constraint periods_cadence_check CHECK ((cadence = ANY (ARRAY['weekly'::text, 'semimonthly'::text, 'monthly'::text]))),
  constraint periods_digest_check CHECK ((json_typeof(digest) = 'object'::text)),
  constraint periods_in_time CHECK (((period_start <= period_end) AND (period_end <= review_period_end)))
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

create table rubrics (
  integration_id uuid not null,
  name text not null,
  version integer not null,
  content json not null,
  created_date timestamp with time zone default now() not null,
  constraint rubrics_pkey PRIMARY KEY (integration_id, name, version),
  constraint rubrics_content_check CHECK ((json_typeof(content) = 'object'::text)),
  constraint rubrics_version_check CHECK ((version >= 1))
);

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table signals (
  integration_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  profile text not null,
  version integer default 1 not null,
  calls integer not null,
  words integer not null,
  created_date timestamp with time zone default now() not null,
  updated_date timestamp with time zone default now() not null,
  constraint signals_pkey PRIMARY KEY (integration_id, user_id),
  constraint signals_calls_check CHECK ((calls >= 0)),
  constraint signals_version_check CHECK ((version >= 1)),
  constraint signals_words_check CHECK ((words >= 0))
);

create table speech (
  integration_id uuid not null,
  recording_id uuid not null,
  user_id uuid not null,
  occurred_at timestamp with time zone not null,
  words integer not null,
  indicators json not null,
  quotes json not null,
  exchanges json default '[]'::json not null,
  constraint speech_pkey PRIMARY KEY (integration_id, recording_id),
  constraint speech_words_check CHECK ((words >= 0))
);

CREATE INDEX agendas_by_id ON agendas USING btree (id);

CREATE INDEX agendas_in_order ON agendas USING btree (integration_id, created_date, id);

CREATE INDEX agendas_in_state ON agendas USING btree (integration_id, generation_status, created_date, id);

CREATE INDEX agendas_of_external_user ON agendas USING btree (integration_id, external_user_id, created_date, id);

CREATE INDEX agendas_of_period ON agendas USING btree (integration_id, period_id, created_date, id);

CREATE INDEX agendas_of_user ON agendas USING btree (integration_id, user_id, created_date, id);

CREATE INDEX agent_mappings_of_agent ON agent_mappings USING btree (integration_id, user_id);

CREATE INDEX agents_left_out ON agents USING btree (integration_id, user_id) WHERE (NOT signal);

CREATE INDEX analyses_by_contact ON analyses USING btree (integration_id, contact_id);

CREATE INDEX analyses_by_user ON analyses USING btree (integration_id, user_id, occurred_at);

CREATE INDEX analyses_in_time ON analyses USING btree (integration_id, occurred_at, recording_id) WHERE (kind = 'call'::text);

CREATE INDEX analyses_with_left_answers ON analyses USING btree (integration_id, recording_id) WHERE ((texts_removed_at IS NOT NULL) AND (json_array_length(((body -> 'objections'::text) -> 'answers'::text)) > 0));

CREATE INDEX analyses_with_texts ON analyses USING btree (integration_id, recorded_date) WHERE (texts_removed_at IS NULL);

CREATE INDEX analyses_due_claimed ON analyses_due USING btree (integration_id) WHERE (claimed_at IS NOT NULL);

CREATE INDEX analyses_due_delayed ON analyses_due USING btree (integration_id, due_at) WHERE ((claimed_at IS NULL) AND (due_at IS NOT NULL));

CREATE INDEX analyses_due_longest ON analyses_due USING btree (received_at) WHERE (claimed_at IS NULL);

CREATE INDEX analyses_due_oldest ON analyses_due USING btree (queued_at);

CREATE INDEX analyses_due_ready ON analyses_due USING btree (integration_id, queued_at, id) WHERE ((claimed_at IS NULL) AND (due_at IS NULL));

CREATE INDEX analyses_due_waiting ON analyses_due USING btree (integration_id, queued_at) WHERE (claimed_at IS NULL);

CREATE INDEX erasures_open ON erasures USING btree (due_at) WHERE (finished_at IS NULL);

CREATE INDEX marked_claims_in_order ON marked_claims USING btree (integration_id, created_date);

CREATE INDEX model_readings_in_order ON model_readings USING btree (integration_id, created_date);

CREATE INDEX outbox_published ON outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished ON outbox USING btree (id) WHERE (published_at IS NULL);

CREATE INDEX periods_by_id ON periods USING btree (id);

CREATE INDEX periods_in_order ON periods USING btree (integration_id, created_date, id);

CREATE INDEX periods_of_cadence ON periods USING btree (integration_id, cadence, created_date, id);

CREATE INDEX speech_by_user ON speech USING btree (integration_id, user_id, occurred_at);
