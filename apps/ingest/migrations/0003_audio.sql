-- A worker was asked to keep its audio: there may be files of it in the store.
alter table recordings add column audio_asked boolean not null default false;

alter table integrations add column audio_days integer;

-- What is known of audio that was to be kept for listening; without a key it could not be.
create table audio (
  integration_id uuid not null,
  recording_id uuid not null,
  key text,
  fault text,
  bytes bigint,
  duration_seconds double precision,
  peaks json,
  -- The recording's: how long it is kept counts from there.
  created_date timestamptz not null,

  primary key (integration_id, recording_id),
  foreign key (integration_id, recording_id) references recordings (integration_id, id) on delete cascade,
  check ((key is null) = (fault is not null)),
  check (key is null or (bytes is not null and duration_seconds is not null and peaks is not null))
);

create index audio_by_created_date on audio (integration_id, created_date);

-- Recordings in whose part of the store is to be looked for files that no row names any more. They may be gone.
create table audio_removals (
  integration_id uuid not null,
  recording_id uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  looks integer not null default 0,

  primary key (integration_id, recording_id)
);

create index audio_removals_due on audio_removals (due_at);

-- The store that belongs to this database: it carries the id. And how far the look for stray files in it is.
create table audio_store (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  -- Since it carries the id. From then on a store without it is another one.
  marked_at timestamptz,
  sweep_due_at timestamptz not null default clock_timestamp(),
  sweep_after text
);
insert into audio_store default values;
