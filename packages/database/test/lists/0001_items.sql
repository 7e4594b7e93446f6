create table items (
  integration_id uuid not null,
  id uuid not null,
  colour text not null,
  size integer not null,
  created_date timestamptz not null,
  primary key (integration_id, id)
);

create index items_in_order on items (integration_id, created_date, id);
create index items_of_colour on items (integration_id, colour, created_date, id);
