-- The start of the server on which the stream was last seen: one that was killed may have lost any of its messages.
alter table outbox_stream add column server text;
