-- Generated from the migrations by packages/database/src/dump-schema.ts; do not edit.

create table audio (
  integration_id uuid not null,
  recording_id uuid not null,
  key text,
  fault text,
  bytes bigint,
  duration_seconds double precision,
  peaks json,
  created_date timestamp with time zone not null,
  constraint audio_pkey PRIMARY KEY (integration_id, recording_id),
  constraint audio_integration_id_recording_id_fkey FOREIGN KEY (integration_id, recording_id) REFERENCES recordings(integration_id, id) ON DELETE CASCADE,
  constraint audio_check CHECK (((key IS NULL) = (fault IS NOT NULL))),
  constraint audio_check1 CHECK (((key IS NULL) OR ((bytes IS NOT NULL) AND (duration_seconds IS NOT NULL) AND (peaks IS NOT NULL))))
);

create table audio_removals (
  integration_id uuid not null,
  recording_id uuid not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  looks integer default 0 not null,
  upload text,
  constraint audio_removals_pkey PRIMARY KEY (integration_id, recording_id)
);

create table audio_store (
  one boolean default true not null,
  id uuid default gen_random_uuid() not null,
  marked_at timestamp with time zone,
  sweep_due_at timestamp with time zone default clock_timestamp() not null,
  sweep_after text,
  constraint audio_store_pkey PRIMARY KEY (one),
  constraint audio_store_one_check CHECK (one)
);

create table call_words (
  integration_id uuid not null,
  recording_id uuid not null,
  created_date timestamp with time zone not null,
  day integer not null,
  words tsvector not null,
  user_id uuid not null,
  contact_id uuid not null,
  constraint call_words_pkey PRIMARY KEY (integration_id, recording_id),
  constraint call_words_integration_id_recording_id_fkey FOREIGN KEY (integration_id, recording_id) REFERENCES transcripts(integration_id, recording_id) ON DELETE CASCADE
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
  integration_id uuid not null,
  version bigint not null,
  text_days integer,
  removes_card_numbers boolean not null,
  speech_engine text,
  audio_days integer,
  constraint integrations_pkey PRIMARY KEY (integration_id)
);

create table lease_clock (
  one boolean default true not null,
  at timestamp with time zone default clock_timestamp() not null,
  beat_at timestamp with time zone default clock_timestamp() not null,
  constraint lease_clock_pkey PRIMARY KEY (one),
  constraint lease_clock_one_check CHECK (one)
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

create table quota_use (
  integration_id uuid not null,
  period text not null,
  starts_at timestamp with time zone not null,
  submissions integer default 0 not null,
  audio_seconds double precision default 0 not null,
  constraint quota_use_pkey PRIMARY KEY (integration_id, period),
  constraint quota_use_period_check CHECK ((period = ANY (ARRAY['minute'::text, 'day'::text])))
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

create table recordings (
  integration_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  call_event_id uuid not null,
  analysis_id uuid not null,
  kind text not null,
  external_recording_id text not null,
  recording_url text,
  allowed_hosts text[],
  duration_seconds double precision not null,
  ai_category text not null,
  rubric text,
  ai_models jsonb not null,
  user_id uuid not null,
  external_user_id text not null,
  user_name text not null,
  contact_id uuid not null,
  external_contact_id text not null,
  contact_name text not null,
  from_number text,
  to_number text,
  incoming boolean,
  source text not null,
  source_id text not null,
  stage text,
  stage_id text,
  occurred_at timestamp with time zone,
  created_date timestamp with time zone not null,
  status text default 'QUEUED'::text not null,
  status_since timestamp with time zone default clock_timestamp() not null,
  progress smallint default 0 not null,
  queued_at timestamp with time zone not null,
  audio_seconds double precision,
  transcribed_at timestamp with time zone,
  finished_at timestamp with time zone,
  error json,
  attempt integer default 1 not null,
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
  analysis_requests integer default 0 not null,
  speech_seconds double precision default 0 not null,
  speech_money double precision default 0 not null,
  speech_day date,
  audio_asked boolean default false not null,
  traceparent text,
  constraint recordings_pkey PRIMARY KEY (integration_id, id),
  constraint recordings_integration_id_call_event_id_key UNIQUE (integration_id, call_event_id),
  constraint recordings_integration_id_external_recording_id_key UNIQUE (integration_id, external_recording_id),
  constraint recordings_check CHECK (((finished_at IS NOT NULL) = (status = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text])))),
  constraint recordings_check1 CHECK (((error IS NOT NULL) = (status = 'FAILED'::text))),
  constraint recordings_check2 CHECK (((progress = 100) = (status = 'COMPLETED'::text))),
  constraint recordings_check3 CHECK (((status <> 'COMPLETED'::text) OR (transcribed_at IS NOT NULL))),
  constraint recordings_check4 CHECK (((claimed_at IS NULL) OR ((transcribed_at IS NULL) AND (finished_at IS NULL)))),
  constraint recordings_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'roleplay'::text]))),
  constraint recordings_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint recordings_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'DOWNLOADING'::text, 'TRANSCRIBING'::text, 'ANALYZING'::text, 'COMPLETED'::text, 'FAILED'::text])))
) with (fillfactor=80);

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

create table reruns (
  integration_id uuid not null,
  recording_id uuid not null,
  rerun_id uuid not null,
  requested_at timestamp with time zone default clock_timestamp() not null,
  requests integer default 0 not null,
  due_at timestamp with time zone,
  constraint reruns_pkey PRIMARY KEY (integration_id, recording_id),
  constraint reruns_integration_id_recording_id_fkey FOREIGN KEY (integration_id, recording_id) REFERENCES recordings(integration_id, id) ON DELETE CASCADE,
  constraint reruns_check CHECK (((requests = 0) = (due_at IS NULL)))
);

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table speech_use (
  integration_id uuid not null,
  day date not null,
  seconds double precision not null,
  money double precision not null,
  constraint speech_use_pkey PRIMARY KEY (integration_id, day)
);

create table transcript_parts (
  integration_id uuid not null,
  recording_id uuid not null,
  attempt integer not null,
  part integer not null,
  parts integer not null,
  data text not null,
  constraint transcript_parts_pkey PRIMARY KEY (integration_id, recording_id, attempt, part),
  constraint transcript_parts_integration_id_recording_id_fkey FOREIGN KEY (integration_id, recording_id) REFERENCES recordings(integration_id, id) ON DELETE CASCADE
);

create table transcripts (
  integration_id uuid not null,
  recording_id uuid not null,
  attempt integer not null,
  transcript json not null,
  body text not null,
  created_date timestamp with time zone not null,
  original json,
  revision integer default 0 not null,
  is_judged boolean default true not null,
  constraint transcripts_pkey PRIMARY KEY (integration_id, recording_id),
  constraint transcripts_integration_id_recording_id_fkey FOREIGN KEY (integration_id, recording_id) REFERENCES recordings(integration_id, id) ON DELETE CASCADE,
  constraint transcripts_original_of_corrected CHECK (((original IS NULL) OR (revision > 0)))
);

create table words_filling (
  one boolean default true not null,
  after_integration_id uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  after_recording_id uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  constraint words_filling_pkey PRIMARY KEY (one),
  constraint words_filling_one_check CHECK (one)
);

CREATE INDEX audio_by_created_date ON audio USING btree (integration_id, created_date);

CREATE INDEX audio_removals_due ON audio_removals USING btree (due_at);

CREATE INDEX call_words_by_hash ON call_words USING gin (word_hashes(integration_id, day, (tsvector_to_array(words) || ARRAY[(user_id)::text, (contact_id)::text]))) WITH (fastupdate=off);

CREATE INDEX erasures_open ON erasures USING btree (due_at) WHERE (finished_at IS NULL);

CREATE INDEX outbox_published ON outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_transcribed ON outbox USING btree (message_id text_pattern_ops) WHERE (subject = 'recording.transcribed'::text);

CREATE INDEX outbox_unpublished ON outbox USING btree (id) WHERE (published_at IS NULL);

CREATE INDEX recordings_analyzing ON recordings USING btree (integration_id, transcribed_at) WHERE ((transcribed_at IS NOT NULL) AND (finished_at IS NULL));

CREATE INDEX recordings_by_contact ON recordings USING btree (integration_id, kind, contact_id, created_date, id);

CREATE INDEX recordings_by_created_date ON recordings USING btree (integration_id, kind, created_date, id);

CREATE INDEX recordings_by_direction ON recordings USING btree (integration_id, kind, incoming, created_date, id);

CREATE INDEX recordings_by_external_contact ON recordings USING btree (integration_id, kind, external_contact_id, created_date, id);

CREATE INDEX recordings_by_external_user ON recordings USING btree (integration_id, kind, external_user_id, created_date, id);

CREATE INDEX recordings_by_source ON recordings USING btree (integration_id, kind, source_id, created_date, id, incoming);

CREATE INDEX recordings_by_stage ON recordings USING btree (integration_id, kind, stage_id, created_date, id, incoming, source_id) WHERE (stage_id IS NOT NULL);

CREATE INDEX recordings_by_took_place ON recordings USING btree (integration_id, kind, COALESCE(occurred_at, created_date), created_date, id);

CREATE INDEX recordings_by_user ON recordings USING btree (integration_id, kind, user_id, created_date, id);

CREATE INDEX recordings_claimed ON recordings USING btree (integration_id) WHERE (claimed_at IS NOT NULL);

CREATE INDEX recordings_completed ON recordings USING btree (integration_id, kind, created_date, id) WHERE ((error IS NULL) AND (finished_at IS NOT NULL));

CREATE INDEX recordings_delayed ON recordings USING btree (integration_id, due_at) WHERE ((claimed_at IS NULL) AND (due_at IS NOT NULL) AND (transcribed_at IS NULL) AND (finished_at IS NULL));

CREATE INDEX recordings_failed ON recordings USING btree (integration_id, kind, created_date, id) WHERE (error IS NOT NULL);

CREATE INDEX recordings_ready ON recordings USING btree (integration_id, queued_at, id) WHERE ((claimed_at IS NULL) AND (due_at IS NULL) AND (transcribed_at IS NULL) AND (finished_at IS NULL));

CREATE INDEX recordings_silent ON recordings USING btree (due_at) WHERE ((transcribed_at IS NOT NULL) AND (finished_at IS NULL));

CREATE INDEX recordings_stuck ON recordings USING btree (waiting_since) WHERE ((claimed_at IS NULL) AND (waits_for IS NOT NULL) AND (transcribed_at IS NULL) AND (finished_at IS NULL));

CREATE INDEX recordings_unfinished ON recordings USING btree (integration_id, kind, (
CASE
    WHEN (transcribed_at IS NOT NULL) THEN 'analyzing'::text
    WHEN (claimed_at IS NOT NULL) THEN 'claimed'::text
    ELSE 'queued'::text
END), created_date, id) WHERE (finished_at IS NULL);

CREATE INDEX recordings_waiting ON recordings USING btree (integration_id, queued_at) WHERE ((claimed_at IS NULL) AND (transcribed_at IS NULL) AND (finished_at IS NULL));

CREATE INDEX reruns_running ON reruns USING btree (integration_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX reruns_waiting ON reruns USING btree (integration_id, requested_at, recording_id) WHERE (due_at IS NULL);

CREATE INDEX transcripts_by_created_date ON transcripts USING btree (integration_id, created_date);

CREATE OR REPLACE FUNCTION day_of(instant timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select floor(date_part('epoch', instant) / 86400)::integer
$function$;

CREATE OR REPLACE FUNCTION move_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update call_words set user_id = new.user_id, contact_id = new.contact_id
  where integration_id = new.integration_id and recording_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION store_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into call_words (integration_id, recording_id, created_date, day, words, user_id, contact_id)
  select r.integration_id, r.id, r.created_date, day_of(r.created_date), words_of(new.transcript), r.user_id, r.contact_id
  from recordings r where r.integration_id = new.integration_id and r.id = new.recording_id
  on conflict (integration_id, recording_id) do update set words = excluded.words;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION word_hashes(tenant uuid, day integer, words text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
declare
  seed constant bigint := uuid_hash_extended(tenant, day);
begin
  return (select coalesce(array_agg(hashtextextended(word, seed)), '{}') from unnest(words) word);
end $function$;

CREATE OR REPLACE FUNCTION words_of(transcript json)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
declare
  said text;
begin
  said := left(concat_ws(' ', transcript->'speakers'->>'agent', transcript->'speakers'->>'contact', (
    select string_agg(segment->>'text', ' ') from json_array_elements(transcript->'segments') segment
  )), 200000);
  return to_tsvector('pg_catalog.simple', said) || strip(to_tsvector('pg_catalog.english', said));
exception when data_exception or program_limit_exceeded then
  -- JSON may hold what no text of Postgres can, such as NUL or half a character: found by no word, and stored all the same.
  return '';
end $function$;

CREATE TRIGGER recordings_move_words AFTER UPDATE OF user_id, contact_id ON recordings FOR EACH ROW WHEN (((old.user_id IS DISTINCT FROM new.user_id) OR (old.contact_id IS DISTINCT FROM new.contact_id))) EXECUTE FUNCTION move_words();

CREATE TRIGGER transcripts_store_words AFTER INSERT OR UPDATE OF transcript ON transcripts FOR EACH ROW EXECUTE FUNCTION store_words();
