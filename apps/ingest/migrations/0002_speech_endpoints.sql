-- What hears the recordings of an integration; null: what the workers are set to.
alter table integrations add column speech_engine text;

-- What the present attempt has reserved of a speech endpoint, and of which day.
alter table recordings
  add column speech_seconds double precision not null default 0,
  add column speech_money double precision not null default 0,
  add column speech_day date;

-- What was spent on speech endpoints on a day in UTC, by each integration and, under the id of zeros, by all.
create table speech_use (
  integration_id uuid not null,
  day date not null,
  seconds double precision not null,
  money double precision not null,
  primary key (integration_id, day)
);
