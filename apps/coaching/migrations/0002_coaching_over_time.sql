-- A period is created when it ends. Its review is open until the clock says otherwise, and its digest is completed
-- once it is stored: neither status is a column that could contradict the facts.
create table periods (
  integration_id uuid not null,
  id uuid not null,
  cadence text not null check (cadence in ('weekly', 'semimonthly', 'monthly')),
  period_start date not null,
  period_end date not null,
  -- The last day, in UTC, on which agents can complete their agendas.
  review_period_end date not null,
  digest json check (json_typeof(digest) = 'object'),
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (integration_id, id),
  -- Any number of replicas may close the same period; only one of them creates it.
  constraint periods_once unique (integration_id, cadence, period_start),
  constraint periods_in_time check (period_start <= period_end and period_end <= review_period_end)
);

create index periods_in_order on periods (integration_id, created_date, id);
create index periods_of_cadence on periods (integration_id, cadence, created_date, id);

-- An operator may know no more than the id.
create index periods_by_id on periods (id);

-- The cadences that are switched on, each with the first day of the period that comes next.
create table period_schedules (
  integration_id uuid not null,
  cadence text not null check (cadence in ('weekly', 'semimonthly', 'monthly')),
  next_start date not null,
  primary key (integration_id, cadence)
);

create table agendas (
  integration_id uuid not null,
  id uuid not null,
  period_id uuid not null,
  -- Null once the user is removed; the external id stays as it was at generation.
  user_id uuid,
  external_user_id text not null,
  title text,
  generation_status text not null default 'queued'
    check (generation_status in ('queued', 'processing', 'ready', 'failed', 'not_eligible')),
  -- The questions and their evidence, for the web application only.
  content json check (json_typeof(content) = 'object'),
  completed_at timestamptz,
  answers json,
  -- The result of analysing the answers.
  summary text,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (integration_id, id),
  foreign key (integration_id, period_id) references periods (integration_id, id),
  constraint agendas_once_a_user unique (integration_id, period_id, user_id),
  constraint agendas_once_an_external_user unique (integration_id, period_id, external_user_id),
  -- What an agent wrote and read goes when the agent is removed; that it was ready and completed stays.
  constraint agendas_ready_with_content check (generation_status <> 'ready' or content is not null or user_id is null),
  constraint agendas_completed_with_answers
    check ((completed_at is null) = (answers is null) or (answers is null and user_id is null)),
  constraint agendas_summary_of_answers check (summary is null or answers is not null)
);

create index agendas_by_id on agendas (id);
create index agendas_in_order on agendas (integration_id, created_date, id);
create index agendas_of_period on agendas (integration_id, period_id, created_date, id);
create index agendas_in_state on agendas (integration_id, generation_status, created_date, id);
-- An agenda follows up the last one of its agent.
create index agendas_of_user on agendas (integration_id, user_id, created_date, id);
create index agendas_of_external_user on agendas (integration_id, external_user_id, created_date, id);

-- The behavioral profile of an agent. Text and not json: a profile is checked when it is read, and one that cannot be
-- parsed must be reported as such.
create table signals (
  integration_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  profile text not null,
  -- Grows with every renewal.
  version integer not null default 1 check (version >= 1),
  -- The speech it is inferred from: the number of the agent's calls and words.
  calls integer not null check (calls >= 0),
  words integer not null check (words >= 0),
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (integration_id, user_id)
);

-- What a signal needs of each analysed call, since transcripts are ingest's: counts, and a few of the agent's sentences.
create table speech (
  integration_id uuid not null,
  recording_id uuid not null,
  user_id uuid not null,
  occurred_at timestamptz not null,
  -- The agent's.
  words integer not null check (words >= 0),
  indicators json not null,
  quotes json not null,
  primary key (integration_id, recording_id)
);

create index speech_by_user on speech (integration_id, user_id, occurred_at);

-- Agents whose speech has grown since it was last looked at whether their signal is to be renewed.
create table grown_speech (
  integration_id uuid not null,
  user_id uuid not null,
  primary key (integration_id, user_id)
);
