create table invitations (
  integration_id uuid not null,
  id uuid not null,
  email text not null,
  email_key text not null,
  external_user_id text not null,
  name text,
  first_name text,
  role text not null check (role in ('ADMIN', 'MEMBER')),
  -- A pending one whose expires_date has passed counts as expired. It is marked so soon after, so that lists need not
  -- pass over it, or when the next invitation for the e-mail needs its place.
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED')),
  invited_by_user_id uuid not null,
  created_date timestamptz not null default now(),
  expires_date timestamptz not null,
  -- When it was accepted, revoked or found expired.
  ended_date timestamptz,
  accepted_user_id uuid,
  -- How many e-mails were asked for, by creating and resending it, and when the last of them was sent.
  mails integer not null default 1 check (mails >= 1),
  email_sent_at timestamptz,
  primary key (integration_id, id),
  -- Both users may have been removed since.
  check ((status = 'PENDING') = (ended_date is null)),
  check ((status = 'ACCEPTED') = (accepted_user_id is not null))
);

create unique index invitations_pending_once on invitations (integration_id, email_key) where status = 'PENDING';
-- With expires_date, so that one that is expired and not marked yet is passed over within the index.
create index invitations_in_order on invitations (integration_id, created_date, id, expires_date)
  where status = 'PENDING';
create index invitations_to_expire on invitations (expires_date) where status = 'PENDING';

-- One e-mail for each agenda that is ready.
create table agenda_mails (
  integration_id uuid not null,
  agenda_id uuid not null,
  user_id uuid not null,
  title text not null,
  agenda_url text not null,
  -- The last day on which the agent may work on it, in UTC.
  review_period_end date not null,
  sent_at timestamptz,
  primary key (integration_id, agenda_id)
);
