-- The words of each transcript, to search for. `words` holds each as it was written (`simple`), with its places, for words in
-- quotes, and its English stem. Both are of any language: what a query asks for is stemmed in the same way.
create table call_words (
  integration_id uuid not null,
  recording_id uuid not null,
  -- The recording's.
  created_date timestamptz not null,
  -- The day, in UTC: searches look into one after another.
  day integer not null,
  words tsvector not null,
  -- The recording's, so that what one agent says as everybody does is found without reading everybody's.
  user_id uuid not null,
  contact_id uuid not null,

  primary key (integration_id, recording_id),
  foreign key (integration_id, recording_id) references transcripts (integration_id, recording_id) on delete cascade
);

-- As directory's: no key belongs to two tenants, and other tenants' entries are never read (decision 0029).
create function word_hashes(tenant uuid, day integer, words text[]) returns bigint[]
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  seed constant bigint := uuid_hash_extended(tenant, day);
begin
  return (select coalesce(array_agg(hashtextextended(word, seed)), '{}') from unnest(words) word);
end $$;

create index call_words_by_hash on call_words
  using gin (word_hashes(integration_id, day, tsvector_to_array(words) || array[user_id::text, contact_id::text])) with (fastupdate = off);
alter index call_words_by_hash alter column 1 set statistics 0;

-- The names of the speakers and what they said: the first 200,000 characters, which are four hours of speech, because a
-- tsvector takes no more than a megabyte.
create function words_of(transcript json) returns tsvector language plpgsql immutable strict as $$
declare
  said text;
begin
  said := left(concat_ws(' ', transcript->'speakers'->>'agent', transcript->'speakers'->>'contact', (
    select string_agg(segment->>'text', ' ') from json_array_elements(transcript->'segments') segment
  )), 200000);
  return to_tsvector('pg_catalog.simple', said) || strip(to_tsvector('pg_catalog.english', said));
exception when data_exception or program_limit_exceeded then
  -- JSON may hold what no text of Postgres can, such as NUL or half a character: found by no word, and stored all the same.
  return '';
end $$;

create function day_of(instant timestamptz) returns integer
language sql immutable strict parallel safe as $$
  select floor(date_part('epoch', instant) / 86400)::integer
$$;

-- With each transcript, whatever writes it.
create function store_words() returns trigger language plpgsql as $$
begin
  insert into call_words (integration_id, recording_id, created_date, day, words, user_id, contact_id)
  select r.integration_id, r.id, r.created_date, day_of(r.created_date), words_of(new.transcript), r.user_id, r.contact_id
  from recordings r where r.integration_id = new.integration_id and r.id = new.recording_id
  on conflict (integration_id, recording_id) do update set words = excluded.words;
  return null;
end $$;

create trigger transcripts_store_words after insert or update of transcript on transcripts
  for each row execute function store_words();

-- A recording that failed may be sent again for somebody else.
create function move_words() returns trigger language plpgsql as $$
begin
  update call_words set user_id = new.user_id, contact_id = new.contact_id
  where integration_id = new.integration_id and recording_id = new.id;
  return null;
end $$;

create trigger recordings_move_words after update of user_id, contact_id on recordings
  for each row when ((old.user_id, old.contact_id) is distinct from (new.user_id, new.contact_id))
  execute function move_words();

-- How far the words of transcripts that were there before have been stored, in the order of their keys; no row: done.
create table words_filling (
  one boolean primary key default true check (one),
  after_integration_id uuid not null default '00000000-0000-0000-0000-000000000000',
  after_recording_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into words_filling select where exists (select from transcripts);
