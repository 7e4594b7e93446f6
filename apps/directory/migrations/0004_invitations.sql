create table invitations (
  integration_id uuid not null,
  id uuid not null,
  email text not null,
  email_key text not null,
  external_user_id text not null,
  name text,
  first_name text,
  role text not null check (role in ('ADMIN', 'MEMBER')),
  -- A pending one whose expires_date has passed is expired, whatever stands here: it is marked so when the next
  -- invitation for the e-mail needs its place.
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED')),
  invited_by_user_id uuid not null,
  -- Starts with the integration's id, so that a link alone leads to the row.
  token text not null,
  created_date timestamptz not null default now(),
  expires_date timestamptz not null,
  -- When it was accepted, revoked or found expired.
  ended_date timestamptz,
  accepted_user_id uuid,
  email_sent_at timestamptz,
  primary key (integration_id, id),
  unique (integration_id, token),
  foreign key (integration_id, invited_by_user_id) references users (integration_id, id),
  foreign key (integration_id, accepted_user_id) references users (integration_id, id),
  check ((status = 'PENDING') = (ended_date is null)),
  check ((status = 'ACCEPTED') = (accepted_user_id is not null))
);

create unique index invitations_pending_once on invitations (integration_id, email_key) where status = 'PENDING';
create index invitations_in_order on invitations (integration_id, created_date, id) where status = 'PENDING';
