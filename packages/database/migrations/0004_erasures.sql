-- What was erased: ids alone, kept for good, so that nothing that comes late or from a back-up brings it back. A row is
-- also the work: it is open until nothing of the subject is left in this schema.
create table erasures (
  integration_id uuid not null,
  -- A recording, contact or user.
  subject_id uuid not null,
  erasure_id uuid not null,
  kind text not null check (kind in ('recording', 'contact', 'user')),
  with_recordings boolean not null,
  -- A person's names, numbers and e-mails, to be removed from texts that stay; forgotten when that is done.
  words text[] not null,
  received_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (integration_id, subject_id),
  check (finished_at is null or cardinality(words) = 0)
);

create index erasures_open on erasures (due_at) where finished_at is null;
