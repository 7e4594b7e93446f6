#!/bin/sh
# make-secrets.sh [FOLDER [POSTGRES NATS-SERVER…]]: makes the secrets, each in a file; those that are there stay. Needs npm
# and openssl. Without arguments those of compose.yaml and compose.scale.yaml, in docker/secrets. POSTGRES is where the apps
# reach the database, as host:port; NATS-SERVER the host of each server of the cluster.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
postgres=${2:-postgres:5432}
if [ $# -gt 2 ]; then
  shift 2
  server=$(printf ',nats://%s:4222' "$@")
else
  set -- nats-1 nats-2 nats-3
  server=,nats://nats:4222
fi
cd "$(dirname "$0")"
random() { openssl rand -hex 32; }
keep() { [ -s "$folder/$1" ] || printf '%s\n' "$2" > "$folder/$1"; }

for name in postgres-password replication-password cursor-secrets grafana-password invitation-secrets; do
  keep "$name" "$(random)"
done
for service in directory ingest coaching analytics; do
  keep "$service-password" "$(random)"
  keep "$service-database-url" "postgres://$service:$(cat "$folder/$service-password")@$postgres/debrief"
done
# Between the servers of a cluster.
route=$(random)
routes=$(printf ", 'nats-route://route:$route@%s:6222'" "$@")
keep nats-routes.conf "authorization { user: route, password: '$route' }
routes: [${routes#, }]"
npm run -s debrief -- nats config --dir "$folder" --server "${server#,}" > "$folder/nats-users.txt"
# Containers read them as users of their own; here the folder lets only its owner in.
chmod 644 "$folder"/*
echo "The secrets are in $folder"
