-- Global directories: small, and read with ids of their own. On a distributed database they are reference tables.

create table organizations (
  id uuid primary key,
  name text not null,
  created_date timestamptz not null default now()
);

create table integrations (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  name text not null,
  crm text,
  source text not null,
  source_id text not null,
  cadences text[] not null,
  review_days integer not null check (review_days >= 0),
  categories jsonb,
  created_date timestamptz not null default now()
);

create index integrations_of_organization on integrations (organization_id, created_date, id);

create table api_keys (
  id uuid primary key,
  integration_id uuid not null references integrations (id),
  name text not null,
  access text not null check (access in ('read-only', 'read-write')),
  -- Of the whole key as shown once; the key itself is stored nowhere.
  sha256 bytea not null unique check (length(sha256) = 32),
  created_date timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

create index api_keys_of_integration on api_keys (integration_id, created_date, id);
