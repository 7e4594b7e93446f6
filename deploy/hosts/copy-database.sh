#!/bin/sh
# copy-database.sh FROM TO: all rows of one Debrief's database into the tables of another of the same version, in place of
# what is there. Both are URLs of superusers. While it runs, neither Debrief may.
set -eu
from=$1
to=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

tables=$(ask "$from" --command "
  select format('%I.%I', table_schema, table_name) from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')")
{
  echo 'begin isolation level repeatable read;'
  for table in $tables; do printf '%s\n' "\\copy $table to '$folder/$table'"; done
  echo 'commit;'
} | ask "$from"
{
  # Of rows that refer to each other, either may come first.
  echo 'begin; set local session_replication_role = replica;'
  echo "truncate $(echo "$tables" | paste -s -d ,);"
  for table in $tables; do printf '%s\n' "\\copy $table from '$folder/$table'"; done
  # What counts goes on behind what is there.
  cat <<'SQL'
select format('select setval(%L, coalesce(max(%I), 0) + 1, false) from %I.%I',
  pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name), column_name, table_schema, table_name)
from information_schema.columns
where pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) is not null \gexec
commit;
SQL
} | ask "$to" > /dev/null
echo "$(echo "$tables" | wc -l) tables copied"
