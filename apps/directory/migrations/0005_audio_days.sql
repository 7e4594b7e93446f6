-- Days for which audio is kept for listening; null: as long as Debrief keeps it.
alter table integrations add column audio_days integer check (audio_days >= 0);
