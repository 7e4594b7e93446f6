-- People who sign in to the console. Like organizations these are few, and read by ids of their own: one person may
-- belong to several organizations. On a distributed database they are reference tables.

create table accounts (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  -- Argon2id with its parameters; null until the first link is used. No password matches null.
  password_hash text,
  -- When somebody signed in by a link that went to the e-mail, or by an operator's. Until then nobody has shown that the
  -- e-mail is theirs: whoever has an invitation's link can make an account.
  proven_date timestamptz,
  created_date timestamptz not null default now()
);

create table memberships (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  organization_id uuid not null references organizations (id),
  -- Null: an owner's, who is in all integrations of the organization.
  integration_id uuid references integrations (id),
  role text not null check (role in ('owner', 'admin', 'member')),
  -- The agent that the person is; where it is null, that of their e-mail.
  user_id uuid,
  created_date timestamptz not null default now(),
  check ((role = 'owner') = (integration_id is null)),
  constraint memberships_once unique nulls not distinct (account_id, organization_id, integration_id)
);

create index memberships_in_order on memberships (organization_id, created_date, id);
create index memberships_of_integration on memberships (integration_id, user_id) where integration_id is not null;

create table sessions (
  id uuid primary key,
  -- Of the token that the browser has, which is stored nowhere.
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  account_id uuid not null references accounts (id) on delete cascade,
  -- Where the person was last.
  integration_id uuid references integrations (id),
  browser text not null,
  address text not null,
  created_date timestamptz not null default now(),
  -- To the minute.
  seen_date timestamptz not null default now(),
  expires_date timestamptz not null
);

create index sessions_of_account on sessions (account_id);
create index sessions_to_remove on sessions (seen_date);

-- Links that sign somebody in once.
create table account_links (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('password', 'sign-in')),
  -- Null until it is mailed: the token is made then, and stands in the mail alone.
  token_sha256 bytea unique check (length(token_sha256) = 32),
  created_date timestamptz not null default now(),
  expires_date timestamptz not null,
  used_date timestamptz
);

create index account_links_of_account on account_links (account_id);
create index account_links_to_remove on account_links (expires_date);

-- Attempts to sign in, by a hash of the e-mail, whether or not it has an account, and by one of the address.
create table sign_in_attempts (
  key bytea primary key check (length(key) = 32),
  attempts integer not null,
  until_date timestamptz not null
);

create index sign_in_attempts_to_remove on sign_in_attempts (until_date);
