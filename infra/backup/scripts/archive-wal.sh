#!/bin/sh
# Postgres' archive_command: archive-wal.sh %p %f FOLDER keeps one file of the log of writes, compressed.
# It answers 0 only once the file is on the disk: Postgres then forgets its own, and tries again after any other answer.
set -eu
from=$1 name=$2 folder=$3
mkdir -p "$folder"
kept=$folder/$name.gz
if [ -e "$kept" ]; then
  # Postgres archives a file again when it died before it had noted the answer. Another file of that name is never replaced.
  gzip -dc "$kept" | cmp -s - "$from" && exit 0
  echo "archive-wal: $kept is there with other content; does another Postgres write into $folder?" >&2
  exit 1
fi
part=$folder/.$name.part
gzip -1 -c "$from" >"$part"
sync "$part"
mv "$part" "$kept"
sync "$folder"
