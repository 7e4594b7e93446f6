-- Whether the analysis is of what the transcript says now, rather than of what it said before it was corrected.
alter table transcripts add column is_judged boolean not null default true;
