-- Analyses of which the texts were removed, but not what was answered to objections: releases before this one left it, and do
-- so until they are replaced. They are cleared in batches, not here: one statement would hold all of them. Mostly empty.
create index analyses_with_left_answers on analyses (integration_id, recording_id)
  where texts_removed_at is not null and json_array_length(body -> 'objections' -> 'answers') > 0;
