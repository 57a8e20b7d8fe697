#!/bin/sh
# Postgres' restore_command: fetch-wal.sh %f %p FOLDER gives back what archive-wal.sh has kept. Any other answer than 0 says
# that there is no such file, which is how the end of the log is found.
set -eu
name=$1 to=$2 folder=$3
[ -e "$folder/$name.gz" ] || exit 1
gzip -dc "$folder/$name.gz" >"$to"
