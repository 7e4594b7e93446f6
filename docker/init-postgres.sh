#!/bin/sh
# One role and schema a service, so that ownership is the database's to enforce.
set -eu
for service in directory ingest coaching analytics; do
  psql -v ON_ERROR_STOP=1 -v service="$service" -v password="$SERVICE_PASSWORD" \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role :"service" login password :'password';
create schema authorization :"service";
SQL
done
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -c 'revoke all on schema public from public'
