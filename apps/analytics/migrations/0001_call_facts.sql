-- One row a recording, however many events report it. Every event carries the recording's context, so any of
-- them may be the first to arrive; `attempt` keeps an older try from overwriting a newer one.
create table call_facts (
  integration_id uuid not null,
  recording_id uuid not null,
  organization_id uuid not null,
  attempt integer not null,
  kind text not null check (kind in ('call', 'roleplay')),
  status text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  -- Null only of an erased call.
  user_id uuid,
  contact_id uuid,
  external_user_id text,
  external_contact_id text,
  ai_category text not null,
  incoming boolean,
  duration_seconds double precision not null,
  source_id text,
  stage_id text,
  occurred_at timestamptz not null,
  created_date timestamptz not null,
  analyzed boolean not null default false,
  -- Of which rerun the analysis is, if any. Their ids grow, so that the newest is kept.
  rerun_id uuid,
  rating double precision,
  outcomes text[] not null default '{}',
  objections text[] not null default '{}',
  -- Null where there is no sample; talk_ratio is there whenever somebody speaks.
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
  -- Only what is counted is left of it, under an id of its own.
  is_erased boolean not null default false,
  primary key (integration_id, recording_id),
  check (is_erased or num_nulls(user_id, contact_id, external_user_id, external_contact_id) = 0)
);

create index call_facts_by_user on call_facts (integration_id, user_id, occurred_at);
create index call_facts_by_contact on call_facts (integration_id, contact_id, occurred_at);
create index call_facts_by_time on call_facts (integration_id, occurred_at);

-- The teams an agent is in at present, as directory reports them; `version` keeps an older state from overwriting a
-- newer one.
create table agents (
  integration_id uuid not null,
  user_id uuid not null,
  version bigint not null,
  team_ids text[] not null,
  primary key (integration_id, user_id)
);
