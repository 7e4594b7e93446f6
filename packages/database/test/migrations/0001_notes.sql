create table notes (
  integration_id uuid not null,
  id uuid not null,
  body text not null,
  created_date timestamptz not null default now(),
  primary key (integration_id, id)
);

create index notes_page on notes (integration_id, created_date, id);
