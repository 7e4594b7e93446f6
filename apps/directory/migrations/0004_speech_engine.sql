-- What hears the recordings of an integration; null: what the workers are set to.
alter table integrations add column speech_engine text;
