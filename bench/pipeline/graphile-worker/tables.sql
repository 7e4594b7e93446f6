-- The tables that Debrief writes for a recording, with their checks and indexes, in one schema.
create schema bench;
create table bench.recordings (like ingest.recordings including all);
create table bench.transcripts (like ingest.transcripts including all);
create table bench.analyses (like coaching.analyses including all);
create table bench.speech (like coaching.speech including all);
create table bench.call_facts (like analytics.call_facts including all);
