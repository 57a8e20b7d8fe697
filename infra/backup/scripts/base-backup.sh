#!/bin/sh
# base-backup.sh FOLDER [KEEP]: copies a running Postgres to FOLDER/base/<time>, and keeps the newest KEEP copies (7) with the
# log since the oldest of them. The server is found by PGHOST, PGUSER, PGPASSWORD …, as by every program of Postgres.
set -eu
folder=$1 keep=${2:-7}
mkdir -p "$folder/base"
rm -rf "$folder/base/.unfinished"
# With the log of its own duration, so that a copy is complete by itself.
pg_basebackup --pgdata="$folder/base/.unfinished" --format=plain --wal-method=stream --checkpoint=fast
pg_verifybackup --quiet "$folder/base/.unfinished"
"$(dirname "$0")/keep-base.sh" "$folder" "$keep"
