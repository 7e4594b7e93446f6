#!/bin/sh
# sh docker/make-app.sh APP FOLDER, at the root of the source: the folder of an app as its image has it. It holds the
# app, the packages that it needs to run, and what these are (sbom.cdx.json, CycloneDX). APP is one of apps/, or
# `operator`: the command `debrief`, with the migrations of every service. Needs turbo and pnpm.
# With SOURCE_DATE_EPOCH, the same source gives the same bytes and times.
set -eu
app=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)

case $app in
  operator) names="cli directory ingest coaching analytics" ;;
  *) names=$app ;;
esac
scopes=
filters=
for name in $names; do
  scopes="$scopes @debrief/$name"
  filters="$filters --filter-prod @debrief/$name..."
done

pruned=$(mktemp -d)
trap 'rm -rf "$pruned"' EXIT
# shellcheck disable=SC2086 # several words each
turbo prune $scopes --docker --out-dir "$pruned"
cp -R "$pruned/json/." "$folder"
cd "$folder"
# The lockfile is reviewed and has every checksum.
# shellcheck disable=SC2086
pnpm install --frozen-lockfile --trust-lockfile --prod --ignore-scripts $filters
cp -R "$pruned/full/." .
# shellcheck disable=SC2086
pnpm sbom --sbom-format cyclonedx --sbom-type application --prod $filters --out sbom.cdx.json

# What only tests use: packages of ours that were not installed for this app, and folders.
for package in packages/*; do [ -d "$package/node_modules" ] || rm -rf "$package"; done
rm -rf apps/*/test apps/*/bench apps/*/training packages/*/test turbo.json
# Notes of the installer, with its times. Of the bill, its number, time and order are no part of
# what it says; and what depends on what, which pnpm 12.21 gives to one of our packages or another by chance.
rm -rf node_modules/.modules.yaml node_modules/.pnpm-workspace-state*.json node_modules/.pnpm/lock.yaml
node -e '
  const { readFileSync, writeFileSync } = require("node:fs");
  const { serialNumber, dependencies, ...bom } = JSON.parse(readFileSync("sbom.cdx.json", "utf8"));
  delete bom.metadata.timestamp;
  bom.components.sort((one, other) => (one["bom-ref"] < other["bom-ref"] ? -1 : 1));
  writeFileSync("sbom.cdx.json", JSON.stringify(bom, null, 2) + "\n");
'
if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then find . -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; fi
