#!/bin/sh
# One role for each service with a password of its own, a schema for its tables and one for its jobs, so that Postgres
# enforces ownership.
set -eu
for service in directory ingest coaching analytics; do
  psql -v ON_ERROR_STOP=1 -v service="$service" -v jobs="${service}_jobs" -v password="$(cat "/run/secrets/$service-password")" \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role :"service" login password :'password';
create schema authorization :"service";
create schema :"jobs" authorization :"service";
SQL
done
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -c 'revoke all on schema public from public'
