#!/bin/sh
# One role for each service with a password of its own, a schema for its tables and one for its jobs, so that Postgres
# enforces ownership. Its audit trail is not its own: it may add to it and read it. The image of Postgres runs it at its
# first start; elsewhere SECRETS and AUDIT_TABLE say where things are, and psql's own variables how to connect.
# What a statement failed on is not logged: it may be somebody's name and e-mail.
set -eu
secrets=${SECRETS:-/run/secrets}
user=${POSTGRES_USER:-postgres}
database=${POSTGRES_DB:-debrief}
for service in directory ingest coaching analytics; do
  psql -v ON_ERROR_STOP=1 -v service="$service" -v jobs="${service}_jobs" -v audit="${service}_audit" \
    -v password="$(cat "$secrets/$service-password")" -v table="${AUDIT_TABLE:-/etc/debrief/audit-table.sql}" \
    --username "$user" --dbname "$database" <<'SQL'
create role :"service" login password :'password';
alter role :"service" set log_error_verbosity = terse;
create schema authorization :"service";
create schema :"jobs" authorization :"service";
create schema :"audit";
set search_path = :"audit";
\i :table
grant usage on schema :"audit" to :"service";
grant insert, select on entries to :"service";
SQL
done
psql -v ON_ERROR_STOP=1 --username "$user" --dbname "$database" -c 'revoke all on schema public from public'
