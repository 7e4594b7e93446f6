-- Calls of a range of days on which they took place, which may be long before they came in.
create index recordings_by_took_place
  on recordings (integration_id, kind, (coalesce(occurred_at, created_date)), created_date, id);
