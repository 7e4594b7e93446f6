create table teams (
  integration_id uuid not null,
  id uuid not null,
  name text not null,
  created_date timestamptz not null default now(),
  primary key (integration_id, id)
);

create index teams_in_order on teams (integration_id, created_date, id);

-- In the user's row, as its external ids are: what is told of a user must be right by that row alone.
alter table users add column team_ids uuid[] not null default '{}';
