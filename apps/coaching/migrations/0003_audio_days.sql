-- As directory has it.
alter table integrations add column audio_days integer;
