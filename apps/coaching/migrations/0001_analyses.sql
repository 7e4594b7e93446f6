-- One analysis a recording: the newest attempt's. `body` is the JSON that clients read, made once when it is stored.
create table analyses (
  integration_id uuid not null,
  recording_id uuid not null,
  analysis_id uuid not null,
  attempt integer not null,
  kind text not null check (kind in ('call', 'roleplay')),
  user_id uuid not null,
  occurred_at timestamptz not null,
  rating double precision,
  body json not null,
  created_date timestamptz not null default now(),
  primary key (integration_id, recording_id)
);

-- Agendas and signals read an agent's analyses in the order of the calls.
create index analyses_by_user on analyses (integration_id, user_id, occurred_at);
