#!/bin/sh
# sh make-secrets.sh FOLDER [POSTGRES-HOST [NATS-URL]]: the Secrets of an overlay, in FOLDER/secrets. Passwords that are
# there stay. Needs npm and openssl; kubectl applies what it writes, or keep it in whatever you keep secrets in.
set -eu
umask 077
folder=$(cd "$1" && pwd)/secrets
postgres=${2:-debrief-postgres-rw}
nats=${3:-nats://nats:4222}
mkdir -p "$folder"
cd "$(dirname "$0")/../.."
keep() { [ -s "$folder/$1" ] || openssl rand -hex 32 > "$folder/$1"; }
secret() { # name, type, then key and value, and so on
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  labels: { app.kubernetes.io/part-of: debrief }\n' "$1"
  printf 'type: %s\nstringData:\n' "$2"
  shift 2
  while [ $# -gt 0 ]; do
    printf '  %s: "%s"\n' "$1" "$2"
    shift 2
  done
}

for name in cursor-secrets invitation-secrets nats-route directory ingest coaching analytics; do keep "$name"; done
# Of a mail server, if there is one: its SMTP_URL, in a file smtp-url.
smtp=$(cat "$folder/smtp-url" 2> /dev/null || true)
{
  secret debrief-gateway Opaque CURSOR_SECRETS "$(cat "$folder/cursor-secrets")"
  secret debrief-directory Opaque INVITATION_SECRETS "$(cat "$folder/invitation-secrets")" ${smtp:+SMTP_URL "$smtp"}
  # Of the chart's servers, whose names these are, and included as one line. YAML takes it in quotes of its own.
  route=$(cat "$folder/nats-route")
  at="nats-route://route:$route@nats"
  secret debrief-nats-routes Opaque nats-routes.conf \
    "authorization { user: route, password: '$route' }, routes: ['$at-0.nats-headless:6222', '$at-1.nats-headless:6222', '$at-2.nats-headless:6222']"
  for service in directory ingest coaching analytics; do
    password=$(cat "$folder/$service")
    secret "debrief-postgres-$service" kubernetes.io/basic-auth username "$service" password "$password"
    secret "debrief-database-$service" Opaque \
      DATABASE_URL "postgres://$service:$password@$postgres:5432/debrief?sslmode=verify-full&sslrootcert=/run/secrets/database/ca.crt"
  done
} > "$folder/secrets.yaml"
npm run -s debrief -- nats config --dir "$folder" --server "$nats" --kubernetes > "$folder/nats-users.txt"
echo "The Secrets are in $folder: secrets.yaml and nats-secrets.yaml"
