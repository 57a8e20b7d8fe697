#!/usr/bin/env bash
# What action.yml runs: `redline check` in the workspace, by the checkout of this repository that GitHub has made.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
args=(--format github --site "$SITE" --fail-on "$FAIL_ON")
[ -z "$PLATFORM" ] || args+=(--platform "$PLATFORM")
[ -z "$VERTICAL" ] || args+=(--vertical "$VERTICAL")
while IFS= read -r line; do
  [ -z "$line" ] || args+=("$line")
done <<<"$ARGS"
while IFS= read -r line; do
  [ -z "$line" ] || paths+=("$line")
done <<<"$PATHS"
INIT_CWD=$PWD exec node "$here/../../infra/local/bootstrap.mjs" redline check "${args[@]}" -- "${paths[@]}"
