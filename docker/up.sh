#!/bin/sh
# sh docker/up.sh brings up Debrief on this machine; sh docker/up.sh --scale the one of compose.scale.yaml. Makes the
# secrets that are missing. Options after that go to `docker compose up`.
set -eu
cd "$(dirname "$0")"
files="-f compose.yaml"
if [ "${1:-}" = --scale ]; then
  shift
  files="$files -f compose.scale.yaml"
fi
sh make-secrets.sh
# shellcheck disable=SC2086 # several words
exec docker compose $files up --build --detach --wait "$@"
