-- The teams an agent is in at present, as directory tells them; `version` keeps an older state from overwriting a
-- newer one.
create table agents (
  integration_id uuid not null,
  user_id uuid not null,
  version bigint not null,
  team_ids text[] not null,
  primary key (integration_id, user_id)
);
