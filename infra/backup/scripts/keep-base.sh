#!/bin/sh
# keep-base.sh FOLDER KEEP: gives the copy in FOLDER/base/.unfinished the time of its end as its name, from which time on it can
# be restored; removes copies but the newest KEEP, and the log from before the oldest of these.
set -eu
folder=$1 keep=$2
sync
now() { date -u +%Y%m%dT%H%M%SZ; }
name=$(now)
while [ -e "$folder/base/$name" ]; do sleep 1; name=$(now); done
mv "$folder/base/.unfinished" "$folder/base/$name"
count=$(ls "$folder/base" | wc -l)
for name in $(ls "$folder/base"); do
  [ "$count" -le "$keep" ] && break
  rm -rf "${folder:?}/base/$name"
  count=$((count - 1))
done
oldest=$(ls "$folder/base" | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$folder/base/$oldest/backup_label")
[ -n "$first" ] || { echo "keep-base: $oldest does not say where its log begins; the log is kept" >&2; exit 1; }
for file in "$folder"/wal/*.gz; do
  [ -e "$file" ] || continue
  name=$(basename "$file" .gz)
  # Files of the log have 24 digits, the first 8 of them of the timeline; others (histories of timelines) are small and stay.
  case $name in *[!0-9A-F]*) continue ;; esac
  [ ${#name} -eq 24 ] || continue
  if [ "${name#????????}" \< "${first#????????}" ]; then rm -f "$file"; fi
done
