-- The span that submitted a recording, so that whatever is done for it later belongs to the trace of its submission.
alter table recordings add column traceparent text;
