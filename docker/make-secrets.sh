#!/bin/sh
# Makes the secrets of compose.yaml and compose.scale.yaml in docker/secrets, each in a file; those that are there stay. Needs npm and openssl.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
random() { openssl rand -hex 32; }
keep() { [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"; }

keep postgres-password "$(random)"
keep cursor-secrets "$(random)"
keep grafana-password "$(random)"
keep invitation-secrets "$(random)"
for service in directory ingest coaching analytics; do
  keep "$service-password" "$(random)"
  keep "$service-database-url" "postgres://$service:$(cat "secrets/$service-password")@postgres:5432/debrief"
done
# Between the servers of compose.scale.yaml.
route=$(random)
keep nats-routes.conf "authorization { user: route, password: '$route' }
routes: [
  'nats-route://route:$route@nats-1:6222', 'nats-route://route:$route@nats-2:6222', 'nats-route://route:$route@nats-3:6222'
]"
npm run -s debrief -- nats config --dir "$PWD/secrets" > secrets/nats-users.txt
# Containers read them as users of their own; here the folder lets only its owner in.
chmod 644 secrets/*
echo "The secrets are in $PWD/secrets"
