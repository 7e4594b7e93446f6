-- What the agent said at moments that agendas come back to, with the contact's words around it.
alter table speech add column exchanges json not null default '[]';
