-- What people correct stands in `transcript` and `body`, which all read; what was heard stays beside it, as long as it does.
alter table transcripts
  -- As the worker sent it; null where nothing differs from it.
  add column original json,
  -- How often it was corrected: whoever corrects says which they have read.
  add column revision integer not null default 0,
  add constraint transcripts_original_of_corrected check (original is null or revision > 0);
