-- What an agent has written so far. It goes when the answers are handed in, and with the agent.
alter table agendas
  add column draft json,
  add constraint agendas_draft_before_answers check (draft is null or (answers is null and content is not null));
