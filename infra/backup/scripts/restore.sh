#!/bin/sh
# restore.sh FOLDER DATA [TIME]: makes the empty folder DATA the data of a Postgres as it was at TIME, such as
# 2026-11-28T20:15:00Z, or at the end of the log where no TIME is given. Postgres does the rest when it is started.
# A copy that ended at TIME or before it must be there, and at least one commit after TIME.
set -eu
folder=$1 data=$2 time=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$data"
[ -z "$(ls -A "$data")" ] || { echo "restore: $data is not empty" >&2; exit 1; }
until=99999999T999999Z
if [ -n "$time" ]; then
  until=$(date -u -d "$time" +%Y%m%dT%H%M%SZ)
  # As Postgres reads it while it reads its settings: without letters.
  time=$(date -u -d "$time" '+%Y-%m-%d %H:%M:%S.%6N+00')
fi
base=
for name in $(ls "$folder/base"); do
  # As text these names sort by time.
  if [ "$name" \< "$until" ] || [ "$name" = "$until" ]; then base=$name; fi
done
[ -n "$base" ] || { echo "restore: no copy in $folder/base is from before $time" >&2; exit 1; }
cp -a "$folder/base/$base/." "$data/"
chmod 700 "$data"
rm -f "$data/postmaster.pid" "$data/postmaster.opts"
# A copy of a server that was restored itself has the settings of then.
settings=$data/postgresql.auto.conf
sed -i '/^restore_command\|^recovery_target/d' "$settings"
{
  echo "restore_command = '$here/fetch-wal.sh %f %p $folder/wal'"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    echo "recovery_target_action = 'promote'"
  fi
} >>"$settings"
: >"$data/recovery.signal"
chown --reference="$data/PG_VERSION" "$data/recovery.signal" "$settings"
echo "restore: $base, then the log until ${time:-its end}; start Postgres"
