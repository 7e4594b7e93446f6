-- One analysis per recording: the newest attempt's. `body` is the JSON that clients read, built once when it is stored.
create table analyses (
  integration_id uuid not null,
  recording_id uuid not null,
  analysis_id uuid not null,
  attempt integer not null,
  kind text not null check (kind in ('call', 'roleplay')),
  user_id uuid not null,
  contact_id uuid not null,
  occurred_at timestamptz not null,
  rating double precision,
  body json not null,
  -- The rerun that it is of; null for the first analysis of an attempt.
  rerun_id uuid,
  created_date timestamptz not null default now(),
  -- When the recording was submitted: how long its texts are kept counts from there.
  recorded_date timestamptz not null default now(),
  texts_removed_at timestamptz,
  primary key (integration_id, recording_id)
);

-- What was served of a recording before another analysis replaced it.
create table past_analyses (
  integration_id uuid not null,
  recording_id uuid not null,
  replaced_date timestamptz not null default clock_timestamp(),
  attempt integer not null,
  rating double precision,
  body json not null,
  created_date timestamptz not null,
  primary key (integration_id, recording_id, replaced_date)
);

-- An erasure finds a contact's.
create index analyses_by_contact on analyses (integration_id, contact_id);
create index analyses_with_texts on analyses (integration_id, recorded_date) where texts_removed_at is null;
-- Agendas and signals read an agent's analyses in the order of the calls.
create index analyses_by_user on analyses (integration_id, user_id, occurred_at);
-- Periods read an integration's, and the first call tells from when on there are periods.
create index analyses_in_time on analyses (integration_id, occurred_at, recording_id) where kind = 'call';

-- Transcripts that wait for their analysis or are being analysed, as leased work (packages/database): a row of a
-- recording, in its newest attempt, gone once the analysis is stored or has failed. `attempt` is that of the work.
create table analyses_due (
  integration_id uuid not null,
  -- The recording's.
  id uuid not null,
  recording_attempt integer not null,
  recording json not null,
  transcript json not null,
  duration_seconds double precision not null,
  -- Not null: the recording has an analysis and is judged again, after all others.
  rerun_id uuid,
  attempt integer not null default 1,
  queued_at timestamptz not null default clock_timestamp(),
  -- The same by the lease clock, because WAIT_DAYS counts from it.
  received_at timestamptz not null,
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

create index analyses_due_ready on analyses_due (integration_id, queued_at, id)
  where claimed_at is null and due_at is null;
create index analyses_due_delayed on analyses_due (integration_id, due_at)
  where claimed_at is null and due_at is not null;
-- Both, for reports.
create index analyses_due_waiting on analyses_due (integration_id, queued_at) where claimed_at is null;
create index analyses_due_claimed on analyses_due (integration_id) where claimed_at is not null;
create index analyses_due_oldest on analyses_due (queued_at);
create index analyses_due_longest on analyses_due (received_at) where claimed_at is null;

create table lease_clock (
  one boolean primary key default true check (one),
  at timestamptz not null default clock_timestamp(),
  beat_at timestamptz not null default clock_timestamp()
);
insert into lease_clock default values;

-- What language models used for an integration on a UTC day: reserved before a request, corrected after it.
create table model_usage (
  integration_id uuid not null,
  day date not null,
  tokens bigint not null check (tokens >= 0),
  -- In the operator's currency; 0 where no price is set.
  money numeric(18, 6) not null check (money >= 0),
  primary key (integration_id, day)
);

-- What a language model found in a transcript, for when the same words come again: places and acts, never words.
create table model_readings (
  integration_id uuid not null,
  content_hash text not null,
  stretches json not null,
  created_date timestamptz not null default now(),
  primary key (integration_id, content_hash)
);

create index model_readings_in_order on model_readings (integration_id, created_date);

-- A copy of directory's users, each in its newest version.
create table agents (
  integration_id uuid not null,
  user_id uuid not null,
  version bigint not null,
  external_user_id text not null,
  name text not null,
  timezone text,
  -- False: no signal of the agent is inferred.
  signal boolean not null,
  primary key (integration_id, user_id)
);

-- Every external id that maps to an agent. Two agents can share one until both events of a re-map have arrived.
-- What was made of them is deleted.
create index agents_left_out on agents (integration_id, user_id) where not signal;

create table agent_mappings (
  integration_id uuid not null,
  external_user_id text not null,
  user_id uuid not null,
  primary key (integration_id, external_user_id, user_id),
  foreign key (integration_id, user_id) references agents (integration_id, user_id) on delete cascade
);

create index agent_mappings_of_agent on agent_mappings (integration_id, user_id);

-- A copy of directory's integrations, each in its newest version.
create table integrations (
  integration_id uuid primary key,
  organization_id uuid not null,
  version bigint not null,
  name text not null,
  crm text,
  source text not null,
  source_id text not null,
  cadences text[] not null,
  review_days integer not null,
  -- Null: any ai_category is accepted.
  categories jsonb,
  text_days integer,
  removes_card_numbers boolean not null,
  signals boolean not null,
  created_date timestamptz not null
);

-- Each team's own rubrics, in every version: the newest of a name judges. A row never changes, so that what an analysis
-- names can still be read.
create table rubrics (
  integration_id uuid not null,
  name text not null,
  version integer not null check (version >= 1),
  -- As it was set: perhaps only how it differs from the one it extends.
  content json not null check (json_typeof(content) = 'object'),
  created_date timestamptz not null default now(),
  primary key (integration_id, name, version)
);
