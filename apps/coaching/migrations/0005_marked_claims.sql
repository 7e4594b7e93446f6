-- What somebody says is wrong in an analysis. It changes no figure.
create table marked_claims (
  integration_id uuid not null,
  recording_id uuid not null,
  claim_id text not null,
  -- Empty where the claim has none.
  indicator text not null default '',
  member_id uuid not null,
  fault text not null check (fault in ('not_said', 'means_otherwise', 'said_by_other', 'of_no_use')),
  -- When the analysis was made that has the claim: a later one may have another in its place.
  analysis_date timestamptz not null,
  created_date timestamptz not null default now(),

  primary key (integration_id, recording_id, analysis_date, claim_id, indicator, member_id),
  foreign key (integration_id, recording_id) references analyses (integration_id, recording_id) on delete cascade
);

create index marked_claims_in_order on marked_claims (integration_id, created_date);
