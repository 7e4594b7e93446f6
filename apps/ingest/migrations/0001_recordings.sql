-- One row per submitted recording, with its whole state in the pipeline: nothing in NATS is needed to finish it.
create table recordings (
  integration_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  call_event_id uuid not null,
  analysis_id uuid not null,
  kind text not null check (kind in ('call', 'roleplay')),
  external_recording_id text not null,
  -- Null: it was submitted as a transcript.
  recording_url text,
  -- Private stores that the integration may use, as they were when it was submitted; null: none.
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
  -- Null when the client gave none: then the call took place when it was ingested.
  occurred_at timestamptz,
  created_date timestamptz not null,

  status text not null default 'QUEUED'
    check (status in ('QUEUED', 'DOWNLOADING', 'TRANSCRIBING', 'ANALYZING', 'COMPLETED', 'FAILED')),
  status_since timestamptz not null default clock_timestamp(),
  progress smallint not null default 0 check (progress between 0 and 100),
  queued_at timestamptz not null,
  -- Length of the audio as a worker found it; before that, what was submitted counts.
  audio_seconds double precision,
  -- By the lease clock, because WAIT_DAYS counts from it.
  transcribed_at timestamptz,
  finished_at timestamptz,
  error json,

  -- Leased work (packages/database): while it is not transcribed a worker's, then due_at is when its analysis is asked
  -- for again. `attempt` only ever counts up, and every message carries it: a result of an older one is refused.
  attempt integer not null default 1,
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
  -- How often recording.transcribed was emitted.
  analysis_requests integer not null default 0,

  primary key (integration_id, id),
  unique (integration_id, external_recording_id),
  unique (integration_id, call_event_id),
  check ((finished_at is not null) = (status in ('COMPLETED', 'FAILED'))),
  check ((error is not null) = (status = 'FAILED')),
  check ((progress = 100) = (status = 'COMPLETED')),
  check (status <> 'COMPLETED' or transcribed_at is not null),
  check (claimed_at is null or (transcribed_at is null and finished_at is null))
) with (
  -- Progress and leases are written often and are in no index or index predicate: with room left on the page these
  -- updates stay heap-only and touch none of the indexes below.
  fillfactor = 80
);

create index recordings_by_created_date on recordings (integration_id, kind, created_date, id);
create index recordings_by_user on recordings (integration_id, kind, user_id, created_date, id);
create index recordings_by_external_user on recordings (integration_id, kind, external_user_id, created_date, id);
create index recordings_by_contact on recordings (integration_id, kind, contact_id, created_date, id);
create index recordings_by_external_contact
  on recordings (integration_id, kind, external_contact_id, created_date, id);
-- What follows the id is no part of the order: two of these filters at once are compared within the index.
create index recordings_by_stage
  on recordings (integration_id, kind, stage_id, created_date, id, incoming, source_id) where stage_id is not null;
create index recordings_by_source on recordings (integration_id, kind, source_id, created_date, id, incoming);
create index recordings_by_direction on recordings (integration_id, kind, incoming, created_date, id);

-- By columns that change once or twice rather than by status, which would make every change of status touch all indexes.
create index recordings_failed on recordings (integration_id, kind, created_date, id) where error is not null;
create index recordings_completed on recordings (integration_id, kind, created_date, id)
  where error is null and finished_at is not null;
create index recordings_unfinished on recordings (
  integration_id, kind,
  (case when transcribed_at is not null then 'analyzing' when claimed_at is not null then 'claimed' else 'queued' end),
  created_date, id
) where finished_at is null;

-- What a worker may claim, oldest first; what is not due yet, until a claim finds it due; both, for reports; what a
-- worker has; what waits because something is wrong; what is analyzed, and when its analysis is asked for again.
create index recordings_ready on recordings (integration_id, queued_at, id)
  where claimed_at is null and due_at is null and transcribed_at is null and finished_at is null;
create index recordings_delayed on recordings (integration_id, due_at)
  where claimed_at is null and due_at is not null and transcribed_at is null and finished_at is null;
create index recordings_waiting on recordings (integration_id, queued_at)
  where claimed_at is null and transcribed_at is null and finished_at is null;
create index recordings_claimed on recordings (integration_id) where claimed_at is not null;
create index recordings_stuck on recordings (waiting_since)
  where claimed_at is null and waits_for is not null and transcribed_at is null and finished_at is null;
create index recordings_analyzing on recordings (integration_id, transcribed_at)
  where transcribed_at is not null and finished_at is null;
create index recordings_silent on recordings (due_at) where transcribed_at is not null and finished_at is null;

-- The transcript of a recording's latest transcribed attempt: as it was published, to ask for its analysis again, and
-- as clients read it. That body is made once: of a call of four hours Postgres takes 75 ms to make it and 7 ms to read it.
create table transcripts (
  integration_id uuid not null,
  recording_id uuid not null,
  attempt integer not null,
  transcript json not null,
  body text not null,
  -- The recording's: how long it is kept counts from there.
  created_date timestamptz not null,

  primary key (integration_id, recording_id),
  foreign key (integration_id, recording_id) references recordings (integration_id, id) on delete cascade
);

create index transcripts_by_created_date on transcripts (integration_id, created_date);

-- Parts of a transcript that has not come as a whole yet, each a string as JSON: a part may end in half a character.
create table transcript_parts (
  integration_id uuid not null,
  recording_id uuid not null,
  attempt integer not null,
  part integer not null,
  parts integer not null,
  data text not null,

  primary key (integration_id, recording_id, attempt, part),
  foreign key (integration_id, recording_id) references recordings (integration_id, id) on delete cascade
);

-- COMPLETED recordings that are to be judged again, gone once they are. Their transcripts are emitted a few at a time.
create table reruns (
  integration_id uuid not null,
  recording_id uuid not null,
  rerun_id uuid not null,
  requested_at timestamptz not null default clock_timestamp(),
  -- How often the transcript was emitted, and when it is again; null before the first time.
  requests integer not null default 0,
  due_at timestamptz,

  primary key (integration_id, recording_id),
  foreign key (integration_id, recording_id) references recordings (integration_id, id) on delete cascade,
  check ((requests = 0) = (due_at is null))
);

create index reruns_waiting on reruns (integration_id, requested_at, recording_id) where due_at is null;
create index reruns_running on reruns (integration_id, due_at) where due_at is not null;

-- A copy of directory's integrations, as far as it is needed here, each in its newest version.
create table integrations (
  integration_id uuid primary key,
  version bigint not null,
  text_days integer,
  removes_card_numbers boolean not null
);

create table lease_clock (
  one boolean primary key default true check (one),
  at timestamptz not null default clock_timestamp(),
  beat_at timestamptz not null default clock_timestamp()
);
insert into lease_clock default values;

-- To delete the events of a recording that is finished, which carry a whole transcript.
create index outbox_transcribed on outbox (message_id text_pattern_ops) where subject = 'recording.transcribed';

-- What each integration with quotas has used of the present minute and the present day.
create table quota_use (
  integration_id uuid not null,
  period text not null check (period in ('minute', 'day')),
  starts_at timestamptz not null,
  submissions integer not null default 0,
  audio_seconds double precision not null default 0,
  primary key (integration_id, period)
);
