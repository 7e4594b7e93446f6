-- As directory has them.
alter table integrations add column audio_days integer, add column speech_engine text;
