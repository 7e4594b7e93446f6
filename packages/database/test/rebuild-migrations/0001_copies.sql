create table copies (
  integration_id uuid not null,
  id uuid not null,
  version bigint not null,
  words text[] not null,
  figures jsonb,
  primary key (integration_id, id)
);

create table echoes (
  integration_id uuid primary key,
  name text not null
);
